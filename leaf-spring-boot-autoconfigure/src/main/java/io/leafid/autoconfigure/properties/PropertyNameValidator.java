package io.leafid.autoconfigure.properties;

import io.leafid.PrintableText;
import io.leafid.autoconfigure.properties.LeafEnvironment.WrittenName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** What the names of properties must be. Stateless. */
final class PropertyNameValidator {

    private static final Logger logger = LoggerFactory.getLogger(PropertyNameValidator.class);

    private static final ConfigurationPropertyName TAGS = ConfigurationPropertyName.of("leaf.tags");

    /**
     * Old names, and what each is called now. The records say so too, but reading all of their annotations would take a twentieth of what
     * Leaf adds to a start.
     */
    static final SortedMap<String, String> OLD_NAMES = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(
            "leaf.segment.enable", "leaf.segment.enabled",
            "leaf.segment.url", "leaf.jdbc.url",
            "leaf.segment.username", "leaf.jdbc.username",
            "leaf.segment.password", "leaf.jdbc.password",
            "leaf.snowflake.enable", "leaf.snowflake.enabled",
            "leaf.snowflake.address", "leaf.snowflake.zk.address")));

    /** Maps, whose keys are written in brackets. */
    private static final List<String> MAPS = List.of(
            "leaf.tags.",
            "leaf.snowflake.local.work-id-map.",
            "leaf.snowflake.local.work-idmap.",
            "leaf.snowflake.local.workid-map.",
            "leaf.snowflake.local.workidmap.",
            "leaf.public-ids.keys.",
            "leaf.publicids.keys.");

    private PropertyNameValidator() {}

    static void checkSpelling(LeafEnvironment environment, PropertyProblems problems) {
        for (WrittenName written : environment.writtenNames()) {
            String name = written.name();
            if (!outsideBrackets(name).chars().allMatch(PropertyNameValidator::isKept)) {
                problems.add(new PropertyProblem(
                        name,
                        null,
                        LeafEnvironment.originOf(written.property()),
                        "the name has characters that are dropped unless they stand in brackets",
                        bracketsRemedy(name)));
            }
        }
    }

    /** Everything else is silently left out of a key by the binder, unless it stands in brackets. */
    private static boolean isKept(int each) {
        return each < 0x80 && (Character.isLetterOrDigit(each) || each == '.' || each == '_' || each == '-');
    }

    /** Brackets may be nested, as around an IPv6 address. */
    private static String outsideBrackets(String name) {
        StringBuilder outside = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            depth += (each == '[') ? 1 : 0;
            if (depth == 0) {
                outside.append(each);
            }
            depth -= (each == ']') ? 1 : 0;
        }
        return outside.toString();
    }

    private static String bracketsRemedy(String name) {
        return MAPS.stream()
                .filter(map -> name.regionMatches(true, 0, map, 0, map.length()))
                .findFirst()
                .map(map -> inBrackets(name, map.length()))
                .orElseGet(() -> "Write %s with letters, digits and dashes only.".formatted(name));
    }

    /** The name of a map's property: the map, the key without brackets, and the setting of a tag if one follows. */
    private static String inBrackets(String name, int keyStart) {
        int dot = name.lastIndexOf('.');
        boolean hasSetting =
                dot >= keyStart && tagSettings().stream().anyMatch(each -> isSame(each, name.substring(dot + 1)));
        int keyEnd = hasSetting ? dot : name.length();
        return inBrackets(name.substring(0, keyStart - 1), name.substring(keyStart, keyEnd), name.substring(keyEnd));
    }

    private static List<String> tagSettings() {
        return SettingNames.ALL.within("leaf.tags.*");
    }

    private static boolean isSame(String setting, String written) {
        return setting.replace("-", "").equalsIgnoreCase(written.replace("-", ""));
    }

    private static String inBrackets(String map, String key, String rest) {
        return "Write %s[%s]%s in a properties file, \"[%s]\" as a key in YAML.".formatted(map, key, rest, key);
    }

    static void checkUnknown(List<ConfigurationProperty> unknown, PropertyProblems problems) {
        for (ConfigurationProperty property : unknown) {
            problems.addUnknown(property, "there is no such setting", unknownRemedy(property.getName()));
        }
    }

    private static String unknownRemedy(ConfigurationPropertyName name) {
        if (isDottedTag(name)) {
            return inBrackets("leaf.tags", dottedTag(name), "." + name.getLastElement(Form.DASHED));
        }
        if (TAGS.isAncestorOf(name) && name.getNumberOfElements() == TAGS.getNumberOfElements() + 2) {
            return tagRemedy(name);
        }
        return SettingNames.ALL
                .nearest(name.toString())
                .map(meant -> "Write %s instead of %s, or remove it.".formatted(meant, name))
                .orElseGet(() -> {
                    String alike = String.join(" or ", SettingNames.ALL.endingAlike(name.toString()));
                    return "Remove %s%s."
                            .formatted(name, alike.isEmpty() ? "" : ", or set " + alike + " if that is meant");
                });
    }

    /** Suggests no setting from elsewhere, which would mean something else. */
    private static String tagRemedy(ConfigurationPropertyName name) {
        String setting = name.getLastElement(Form.DASHED);
        String tag = name.getParent().toString();
        Optional<String> meant = SettingNames.nearest(setting, tagSettings());
        if (meant.isPresent()) {
            return "Write %s.%s instead of %s, or remove it.".formatted(tag, meant.get(), name);
        }
        String step = setting.equals("step")
                ? " The step of a tag is the column step of its row; %s.max-step limits what Leaf makes of it."
                        .formatted(tag)
                : "";
        return "Remove %s; a tag has the settings %s.%s".formatted(name, String.join(", ", tagSettings()), step);
    }

    private static boolean isDottedTag(ConfigurationPropertyName name) {
        return TAGS.isAncestorOf(name) && name.getNumberOfElements() > TAGS.getNumberOfElements() + 2;
    }

    private static String dottedTag(ConfigurationPropertyName name) {
        StringBuilder tag = new StringBuilder();
        for (int i = TAGS.getNumberOfElements(); i < name.getNumberOfElements() - 1; i++) {
            tag.append(tag.isEmpty() ? "" : ".").append(name.getElement(i, Form.ORIGINAL));
        }
        return tag.toString();
    }

    /** Warns of variables of the environment whose names are nearly settings; other programs may keep theirs there. */
    static void warnOfNearMisses(LeafEnvironment environment) {
        environment
                .variables()
                .forEach(variable -> SettingNames.ALL
                        .nearestVariable(variable)
                        .ifPresent(meant -> logger.warn(
                                "the environment variable {} sets nothing of Leaf; {} does",
                                PrintableText.of(variable),
                                meant)));
    }

    static void checkAliases(LeafEnvironment environment, PropertyProblems problems) {
        OLD_NAMES.forEach((old, current) -> {
            if (environment.isSet(old) && environment.isSet(current)) {
                String problem = "is the old name of %s, which is set too".formatted(current);
                problems.add(old, problem, "Keep %s and remove %s.".formatted(current, old));
            }
        });
    }
}
