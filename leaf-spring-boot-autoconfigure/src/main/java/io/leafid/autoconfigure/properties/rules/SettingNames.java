package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import java.lang.reflect.Parameter;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

/**
 * The names of all settings but the old ones, with their defaults, as the bound records have them, and what is said where another name was
 * written. Stateless.
 *
 * <p>Used only where a setting is wrong: reading the annotations takes time that a good start need not spend.
 */
final class SettingNames {

    private static final int MAX_TYPOS = 3;

    private static final ConfigurationPropertyName TAGS = ConfigurationPropertyName.of("leaf.tags");

    /** The defaults by name, empty where there is none; a tag is written as a star. */
    private static final Map<String, String> DEFAULTS = read("leaf", LeafProperties.class, new LinkedHashMap<>());

    /** The settings that a tag has. */
    private static final List<String> OF_TAG = DEFAULTS.keySet().stream()
            .filter(name -> name.startsWith("leaf.tags.*."))
            .map(SettingNames::lastWord)
            .toList();

    /** The settings that are no part of a map. */
    private static final List<String> WRITABLE = DEFAULTS.keySet().stream()
            .filter(name -> !name.contains("*"))
            .sorted()
            .toList();

    /** An entry of a map: the map, the key, and the setting of a tag if one follows. */
    private static final Pattern ENTRY = Pattern.compile(
            "(?i)(leaf\\.(?:tags|snowflake\\.local\\.work-?id-?map|public-?ids\\.keys))\\.(.+?)(\\.(?:%s))?"
                    .formatted(String.join("|", OF_TAG).replace("-", "-?")));

    /** A variable for a tag with an underscore, which the binder takes for a dot. */
    private static final Pattern UNDERSCORED_TAG = Pattern.compile("LEAF_TAGS_([^_]+(?:_[^_]+)+)_(%s)"
            .formatted(String.join("|", OF_TAG).replace("-", "_?").toUpperCase(Locale.ROOT)));

    private SettingNames() {}

    private static Map<String, String> read(String group, Class<?> type, Map<String, String> defaults) {
        for (Parameter each : type.getDeclaredConstructors()[0].getParameters()) { // records of settings have one
            Name other = each.getAnnotation(Name.class);
            String own = DataObjectPropertyName.toDashedForm((other == null) ? each.getName() : other.value());
            String name = group + "." + own;
            if (ValueRules.isGroup(each.getType())) {
                read(name, each.getType(), defaults);
            } else if (!NameRules.OLD_NAMES.containsKey(name)) {
                DefaultValue value = each.getAnnotation(DefaultValue.class);
                defaults.put(name, (value == null) ? "" : String.join(",", value.value()));
                Class<?> entry = ResolvableType.forType(each.getParameterizedType())
                        .as(Map.class)
                        .resolveGeneric(1);
                if (entry != null && ValueRules.isGroup(entry)) {
                    read(name + ".*", entry, defaults);
                }
            }
        }
        return defaults;
    }

    /** The remedy for a value that is out of range: the default is in it. */
    static String exampleOf(String name) {
        String value = DEFAULTS.getOrDefault(name, "");
        return value.isEmpty() ? "Correct %s.".formatted(name) : "Set %s=%s, for example.".formatted(name, value);
    }

    /** Adds a name with characters that the binder would leave out. */
    static void addMisspelt(String name, @Nullable ConfigurationProperty written, Problems problems) {
        Matcher entry = ENTRY.matcher(name);
        if (entry.matches()) {
            String setting = Objects.requireNonNullElse(entry.group(3), "");
            problems.addHidden(name, written, "name.characters.entry", entry.group(1), entry.group(2), setting);
        } else {
            problems.addHidden(name, written, "name.characters");
        }
    }

    /** Adds a name that is no setting. For one of a tag no setting from elsewhere is suggested, which would mean something else. */
    static void addUnknown(ConfigurationPropertyName name, ConfigurationProperty written, Problems problems) {
        String unknown = name.toString();
        String last = name.getLastElement(Form.DASHED);
        int below = TAGS.isAncestorOf(name) ? name.getNumberOfElements() - TAGS.getNumberOfElements() : 0;
        Optional<String> meant = (below == 2)
                ? nearest(last, OF_TAG, last.length() / 2).map(each -> name.getParent() + "." + each)
                : nearest(unknown, WRITABLE, unknown.length() / 2);
        if (below > 2) {
            problems.addHidden(unknown, written, "name.unknown.dotted-tag", dottedTag(name), last);
        } else if (meant.isPresent()) {
            problems.addHidden(unknown, written, "name.unknown.mistyped", meant.get());
        } else if (below == 2) {
            String all = String.join(", ", OF_TAG);
            problems.addHidden(
                    unknown, written, last.equals("step") ? "name.unknown.step" : "name.unknown.of-tag", all);
        } else {
            String alike = WRITABLE.stream()
                    .filter(each -> lastWord(each).equals(last))
                    .collect(Collectors.joining(" or "));
            problems.addHidden(unknown, written, alike.isEmpty() ? "name.unknown" : "name.unknown.elsewhere", alike);
        }
    }

    private static String dottedTag(ConfigurationPropertyName name) {
        return IntStream.range(TAGS.getNumberOfElements(), name.getNumberOfElements() - 1)
                .mapToObj(each -> name.getElement(each, Form.ORIGINAL))
                .collect(Collectors.joining("."));
    }

    /** The name that was probably meant: the one with the fewest typing errors, if these are few. */
    private static Optional<String> nearest(String unknown, Collection<String> names, int most) {
        return names.stream()
                .filter(name -> distance(name, unknown) <= Math.min(MAX_TYPOS, most))
                .min(Comparator.comparingInt(name -> distance(name, unknown)));
    }

    /**
     * The variable of the environment that was probably meant, or the setting that no variable can name; nothing if this one is a
     * setting, an entry of a map or a list, or unlike them all.
     */
    static Optional<String> nearestVariable(String variable) {
        String item = variable.replaceFirst("(_[0-9]+)+$", "");
        Matcher tag = UNDERSCORED_TAG.matcher(item);
        return tag.matches() ? Optional.of(inFile(tag.group(1), tag.group(2))) : nearestItem(item);
    }

    private static String inFile(String tag, String setting) {
        String dashed = OF_TAG.stream()
                .filter(each -> each.replace("-", "").equalsIgnoreCase(setting.replace("_", "")))
                .findFirst()
                .orElse(setting);
        return "%s.%s.%s in a file".formatted(TAGS, tag.toLowerCase(Locale.ROOT), dashed);
    }

    private static Optional<String> nearestItem(String item) {
        List<String> dashed = Stream.concat(DEFAULTS.keySet().stream(), NameRules.OLD_NAMES.keySet().stream())
                .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_'))
                .toList();
        List<String> names = dashed.stream().map(name -> name.replace("-", "")).toList();
        boolean isKnown = dashed.stream().anyMatch(name -> item.equals(name.replace('-', '_')))
                || names.stream().anyMatch(name -> item.equals(name) || item.startsWith(name + "_"));
        return isKnown ? Optional.empty() : nearest(item, names, (item.length() - "LEAF_".length()) / 4);
    }

    private static String lastWord(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The number of characters to add, remove or change. */
    private static int distance(String from, String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray(); // from the beginning of one to those of the other
        for (int i = 0; i < from.length(); i++) {
            int diagonal = row[0]++;
            for (int j = 0; j < to.length(); j++) {
                int changed = diagonal + ((from.charAt(i) == to.charAt(j)) ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = Math.min(changed, 1 + Math.min(diagonal, row[j]));
            }
        }
        return row[to.length()];
    }
}
