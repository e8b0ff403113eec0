package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafSettings;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * The settings of all modules, as the components of their {@link LeafSettings} have them. Immutable.
 *
 * @param names all names; a star stands for the key of a group in a map, two stars for whatever may follow
 */
record KnownSettings(List<String> names) {

    private static final String ANY_KEY = "*";

    private static final String ANYTHING = "**";

    static KnownSettings of(@Nullable ClassLoader loader) {
        List<String> names = new ArrayList<>();
        for (String each : ImportCandidates.load(LeafSettings.class, loader)) {
            addAll(ClassUtils.resolveClassName(each, loader), names);
        }
        return new KnownSettings(List.copyOf(names));
    }

    static void addAll(Class<?> settings, List<String> names) {
        ConfigurationProperties bound =
                AnnotatedElementUtils.getMergedAnnotation(settings, ConfigurationProperties.class);
        add(Objects.requireNonNull(bound, settings::getName).prefix(), ResolvableType.forClass(settings), names);
    }

    private static void add(String name, ResolvableType type, List<String> names) {
        Class<?> raw = type.toClass();
        if (isGroup(raw)) {
            for (Parameter each : raw.getDeclaredConstructors()[0].getParameters()) { // records of settings have one
                Name other = each.getAnnotation(Name.class);
                String own = DataObjectPropertyName.toDashedForm((other == null) ? each.getName() : other.value());
                add(name + "." + own, ResolvableType.forType(each.getParameterizedType()), names);
            }
        } else if (Map.class.isAssignableFrom(raw)) {
            ResolvableType entry = type.asMap().getGeneric(1);
            add(name + "." + (isGroup(entry.toClass()) ? ANY_KEY : ANYTHING), entry, names);
        } else {
            names.add(Iterable.class.isAssignableFrom(raw) ? name + "." + ANYTHING : name);
        }
    }

    /** Returns whether a type is a record of settings; other records are values. */
    static boolean isGroup(Class<?> type) {
        return type.isRecord() && type.getPackageName().startsWith("io.leafid.autoconfigure.");
    }

    /** Returns whether a name is a setting or a group of some, or an entry of one that is a map or a list. */
    boolean has(ConfigurationPropertyName name) {
        return names.stream().anyMatch(known -> matches(name, known.split("\\.")));
    }

    private static boolean matches(ConfigurationPropertyName name, String[] known) {
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            String wanted = (i < known.length) ? known[i] : "";
            if (wanted.equals(ANYTHING)) {
                return true;
            }
            if (!wanted.equals(ANY_KEY) && !wanted.replace("-", "").equals(name.getElement(i, Form.UNIFORM))) {
                return false;
            }
        }
        return true;
    }
}
