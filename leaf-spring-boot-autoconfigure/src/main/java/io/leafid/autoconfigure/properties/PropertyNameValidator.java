package io.leafid.autoconfigure.properties;

import io.leafid.autoconfigure.properties.LeafEnvironment.WrittenName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** What the names of properties must be. Stateless. */
final class PropertyNameValidator {

    /** Old names of the original and of its starter, and what they are called now. */
    private static final Map<String, String> ALIASES = Map.of(
            "leaf.segment.enable", "leaf.segment.enabled",
            "leaf.snowflake.enable", "leaf.snowflake.enabled",
            "leaf.segment.url", "leaf.jdbc.url",
            "leaf.segment.username", "leaf.jdbc.username",
            "leaf.segment.password", "leaf.jdbc.password",
            "leaf.snowflake.address", "leaf.snowflake.zk.address");

    /** Everything else is silently left out of a key by the binder, unless it stands in brackets. */
    private static final Pattern KEPT = Pattern.compile("[A-Za-z0-9._-]*");

    /** A property of a map: the map, the key without brackets, and what follows it. */
    private static final Pattern MAP_KEY = Pattern.compile(
            "(leaf\\.tags|leaf\\.snowflake\\.local\\.work-?id-?map)\\.(.*?)((?:\\.(?:mode|max-?step|preload))?)",
            Pattern.CASE_INSENSITIVE);

    private static final ConfigurationPropertyName TAGS = ConfigurationPropertyName.of("leaf.tags");

    private static final List<String> TAG_SETTINGS = Arrays.stream(TagProperties.class.getRecordComponents())
            .map(component -> DataObjectPropertyName.toDashedForm(component.getName()))
            .toList();

    private PropertyNameValidator() {}

    static void checkSpelling(LeafEnvironment environment, PropertyProblems problems) {
        for (WrittenName written : environment.writtenNames()) {
            String name = written.name();
            if (!KEPT.matcher(outsideBrackets(name)).matches()) {
                problems.add(new PropertyProblem(
                        name,
                        null,
                        LeafEnvironment.originOf(written.property()),
                        "the name has characters that are dropped unless they stand in brackets",
                        bracketsRemedy(name)));
            }
        }
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
        Matcher key = MAP_KEY.matcher(name);
        return key.matches()
                ? inBrackets(key.group(1), key.group(2), key.group(3))
                : "Write %s with letters, digits and dashes only.".formatted(name);
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
        KnownProperties known = KnownProperties.read(ALIASES.keySet());
        return known.nearest(name.toString())
                .map(meant -> "Write %s instead of %s, or remove it.".formatted(meant, name))
                .orElseGet(() -> {
                    String alike = String.join(" or ", known.endingAlike(name.toString()));
                    return "Remove %s%s."
                            .formatted(name, alike.isEmpty() ? "" : ", or set " + alike + " if that is meant");
                });
    }

    /** Suggests no setting from elsewhere, which would mean something else. */
    private static String tagRemedy(ConfigurationPropertyName name) {
        String setting = name.getLastElement(Form.DASHED);
        String tag = name.getParent().toString();
        Optional<String> meant = KnownProperties.nearest(setting, TAG_SETTINGS);
        if (meant.isPresent()) {
            return "Write %s.%s instead of %s, or remove it.".formatted(tag, meant.get(), name);
        }
        String step = setting.equals("step")
                ? " The step of a tag is the column step of its row; %s.max-step limits what Leaf makes of it."
                        .formatted(tag)
                : "";
        return "Remove %s; a tag has the settings %s.%s".formatted(name, String.join(", ", TAG_SETTINGS), step);
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

    static void checkAliases(LeafEnvironment environment, PropertyProblems problems) {
        ALIASES.keySet().stream().sorted().forEach(old -> {
            String current = String.valueOf(ALIASES.get(old));
            if (environment.isSet(old) && environment.isSet(current)) {
                String problem = "is the old name of %s, which is set too".formatted(current);
                problems.add(old, problem, "Keep %s and remove %s.".formatted(current, old));
            }
        });
    }
}
