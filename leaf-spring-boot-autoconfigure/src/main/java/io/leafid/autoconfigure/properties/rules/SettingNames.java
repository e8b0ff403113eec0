package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.DeprecatedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;

/**
 * The names of all settings but the old ones, with their defaults, as the bound records have them. Immutable.
 *
 * <p>Used only where a setting is wrong: reading the annotations takes time that a good start need not spend.
 */
final class SettingNames {

    /** Of everything under {@code leaf}; a tag is written as a star. */
    static final SettingNames ALL = new SettingNames(LeafProperties.class);

    private static final int MAX_TYPOS = 3;

    private final Map<String, String> defaults = new LinkedHashMap<>();

    private SettingNames(Class<? extends Record> root) {
        read("leaf", root);
    }

    private void read(String group, Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters(); // records of settings have one
        for (int i = 0; i < components.length; i++) {
            Name other = parameters[i].getAnnotation(Name.class);
            String name = (other == null) ? components[i].getName() : other.value();
            read(group + "." + DataObjectPropertyName.toDashedForm(name), components[i], parameters[i]);
        }
    }

    private void read(String name, RecordComponent component, Parameter parameter) {
        if (component.getAccessor().isAnnotationPresent(DeprecatedConfigurationProperty.class)) {
            return;
        }
        if (ValueRules.isGroup(component.getType())) {
            read(name, component.getType());
            return;
        }
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        defaults.put(name, (value == null) ? "" : String.join(",", value.value()));
        readMap(name, component);
    }

    private void readMap(String name, RecordComponent component) {
        Class<?> groups =
                ResolvableType.forType(component.getGenericType()).as(Map.class).resolveGeneric(1);
        if (groups != null && ValueRules.isGroup(groups)) {
            read(name + ".*", groups);
        }
    }

    /** The default of a setting, if it has one. */
    Optional<String> defaultOf(String name) {
        return Optional.ofNullable(defaults.get(name)).filter(value -> !value.isEmpty());
    }

    /** The last words of the settings of a group. */
    List<String> within(String group) {
        return defaults.keySet().stream()
                .filter(name -> name.startsWith(group + ".") && name.indexOf('.', group.length() + 1) < 0)
                .map(SettingNames::lastWord)
                .toList();
    }

    /** The name that was probably meant: the one with the fewest typing errors, if these are few. */
    Optional<String> nearest(String unknown) {
        return nearest(unknown, writable());
    }

    /** The same among other names. */
    static Optional<String> nearest(String unknown, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(name, unknown) <= Math.min(MAX_TYPOS, unknown.length() / 2))
                .min(Comparator.comparingInt(name -> distance(name, unknown)));
    }

    /**
     * The variable of the environment that was probably meant; nothing if this one is a setting, an entry of a map or a list, or unlike
     * them all.
     */
    Optional<String> nearestVariable(String variable) {
        String item = variable.replaceFirst("(_[0-9]+)+$", "");
        List<String> variables = Stream.concat(defaults.keySet().stream(), NameRules.OLD_NAMES.keySet().stream())
                .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_'))
                .toList();
        boolean isKnown = variables.stream()
                .anyMatch(name -> item.equals(name.replace("-", ""))
                        || item.equals(name.replace('-', '_'))
                        || isWithin(item, name.replace("-", "")));
        return isKnown
                ? Optional.empty()
                : nearest(
                                item,
                                variables.stream()
                                        .map(name -> name.replace("-", ""))
                                        .toList())
                        .filter(name -> distance(name, item) <= (item.length() - "LEAF_".length()) / 4);
    }

    /** Returns whether a variable is an entry of a map, whose keys may be anything. */
    private static boolean isWithin(String variable, String name) {
        int star = name.indexOf("_*");
        return star >= 0 ? variable.startsWith(name.substring(0, star + 1)) : variable.startsWith(name + "_");
    }

    /** The names that end in the same word, which may be what was meant, written in another group. */
    List<String> endingAlike(String unknown) {
        return writable().stream()
                .filter(name -> lastWord(name).equals(lastWord(unknown)))
                .toList();
    }

    private List<String> writable() {
        return defaults.keySet().stream()
                .filter(name -> !name.contains("*"))
                .sorted()
                .toList();
    }

    private static String lastWord(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The number of characters to add, remove or change. */
    private static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = previous[j - 1] + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
                current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
