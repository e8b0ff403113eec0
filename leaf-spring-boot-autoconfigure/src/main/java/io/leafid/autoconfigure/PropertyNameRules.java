package io.leafid.autoconfigure;

import io.leafid.autoconfigure.LeafEnvironment.WrittenName;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** What the names of properties must be. Stateless. */
final class PropertyNameRules {

    /** Old names of the original and of its starter, and what they are called now. */
    private static final Map<String, String> ALIASES = Map.of(
            "leaf.segment.enable", "leaf.segment.enabled",
            "leaf.snowflake.enable", "leaf.snowflake.enabled",
            "leaf.segment.url", "leaf.jdbc.url",
            "leaf.segment.username", "leaf.jdbc.username",
            "leaf.segment.password", "leaf.jdbc.password",
            "leaf.snowflake.address", "leaf.snowflake.zk.address");

    private static final Pattern IN_BRACKETS = Pattern.compile("\\[[^]]*]");

    /** Everything else is silently left out of a key by the binder, unless it stands in brackets. */
    private static final Pattern KEPT = Pattern.compile("[A-Za-z0-9._-]*");

    private static final ConfigurationPropertyName TAGS = ConfigurationPropertyName.of("leaf.tags");

    private PropertyNameRules() {}

    static void checkSpelling(LeafEnvironment environment, PropertyProblems problems) {
        for (WrittenName written : environment.writtenNames()) {
            String name = written.name();
            if (!KEPT.matcher(IN_BRACKETS.matcher(name).replaceAll("")).matches()) {
                ConfigurationProperty property = written.property();
                problems.add(new PropertyProblem(
                        name,
                        (property == null) ? null : String.valueOf(property.getValue()),
                        LeafEnvironment.originOf(property),
                        "the name contains characters that are dropped unless they stand in brackets",
                        "Put what is a tag or host:port in brackets: leaf.tags[order:vip].preload=true in a"
                                + " properties file, \"[order:vip]\" as a key in YAML."));
            }
        }
    }

    static void checkUnknown(LeafEnvironment environment, PropertyProblems problems) {
        for (ConfigurationProperty property : environment.unknown()) {
            ConfigurationPropertyName name = property.getName();
            String remedy = isDottedTag(name)
                    ? "Put a tag with dots in brackets: %s in a properties file, \"[%s]\" as a key in YAML."
                            .formatted(bracketed(name), dottedTag(name))
                    : KnownProperties.read()
                            .nearest(name.toString())
                            .map(known -> "Write %s instead of %s, or remove it.".formatted(known, name))
                            .orElse("Remove %s.".formatted(name));
            problems.add(property, "there is no such setting", remedy);
        }
    }

    private static boolean isDottedTag(ConfigurationPropertyName name) {
        return TAGS.isAncestorOf(name) && name.getNumberOfElements() > TAGS.getNumberOfElements() + 2;
    }

    private static String bracketed(ConfigurationPropertyName name) {
        return "leaf.tags[%s].%s".formatted(dottedTag(name), name.getLastElement(Form.DASHED));
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
