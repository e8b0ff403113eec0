package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafSettings;
import java.lang.reflect.Parameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * The settings of all modules, as the components of their {@link LeafSettings} have them. Immutable.
 *
 * @param records the records with their prefixes
 */
record KnownSettings(Map<Class<?>, ConfigurationPropertyName> records) {

    static KnownSettings of(@Nullable ClassLoader loader) {
        Map<Class<?>, ConfigurationPropertyName> records = new LinkedHashMap<>();
        for (String name : ImportCandidates.load(LeafSettings.class, loader)) {
            Class<?> type = ClassUtils.resolveClassName(name, loader);
            ConfigurationProperties bound =
                    AnnotatedElementUtils.getMergedAnnotation(type, ConfigurationProperties.class);
            records.put(
                    type,
                    ConfigurationPropertyName.of(
                            Objects.requireNonNull(bound, name).prefix()));
        }
        return new KnownSettings(records);
    }

    /** Returns whether a name is a setting, or an entry of one that is a map or a list. */
    boolean has(ConfigurationPropertyName name) {
        return records.entrySet().stream()
                .anyMatch(each -> each.getValue().isAncestorOf(name)
                        && has(name, each.getValue().getNumberOfElements(), ResolvableType.forClass(each.getKey())));
    }

    private static boolean has(ConfigurationPropertyName name, int depth, ResolvableType type) {
        if (depth == name.getNumberOfElements()) {
            return true;
        }
        if (isGroup(type.toClass())) {
            return hasComponent(name, depth, type.toClass());
        }
        ResolvableType entry = type.as(Map.class).getGeneric(1);
        return isGroup(entry.toClass())
                ? has(name, depth + 1, entry)
                : !entry.equals(ResolvableType.NONE) || name.isNumericIndex(depth);
    }

    private static boolean hasComponent(ConfigurationPropertyName name, int depth, Class<?> group) {
        String element = name.getElement(depth, Form.UNIFORM);
        for (Parameter each : group.getDeclaredConstructors()[0].getParameters()) { // records of settings have one
            if (uniform(each).equals(element)) {
                return has(name, depth + 1, ResolvableType.forType(each.getParameterizedType()));
            }
        }
        return false;
    }

    private static String uniform(Parameter component) {
        Name other = component.getAnnotation(Name.class);
        String name = (other == null) ? component.getName() : other.value();
        return ConfigurationPropertyName.adapt(name, '.').getElement(0, Form.UNIFORM);
    }

    /** Returns whether a type is a record of settings; other records are values. */
    private static boolean isGroup(Class<?> type) {
        return type.isRecord() && type.getPackageName().startsWith("io.leafid.autoconfigure.");
    }
}
