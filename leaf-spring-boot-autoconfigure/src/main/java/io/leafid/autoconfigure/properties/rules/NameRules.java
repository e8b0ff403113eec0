package io.leafid.autoconfigure.properties.rules;

import io.leafid.PrintableText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Rules for the names of settings. Stateless. */
final class NameRules {

    private static final Logger logger = LoggerFactory.getLogger(NameRules.class);

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leaf");

    private static final String TAGS = "leaf.tags";

    private static final int TAG_ELEMENTS = 2;

    /** The old names, each with its new one; the records say so too, but reading all of their annotations takes time. */
    static final Map<String, String> OLD_NAMES = Map.of(
            "leaf.segment.enable", "leaf.segment.enabled",
            "leaf.segment.url", "leaf.jdbc.url",
            "leaf.segment.username", "leaf.jdbc.username",
            "leaf.segment.password", "leaf.jdbc.password",
            "leaf.snowflake.enable", "leaf.snowflake.enabled",
            "leaf.snowflake.address", "leaf.snowflake.zk.address");

    /** Maps, whose keys are written in brackets. */
    private static final List<String> MAPS = List.of(
            "leaf.tags.",
            "leaf.snowflake.local.work-id-map.",
            "leaf.snowflake.local.work-idmap.",
            "leaf.snowflake.local.workid-map.",
            "leaf.snowflake.local.workidmap.",
            "leaf.public-ids.keys.",
            "leaf.publicids.keys.");

    /** Leaves out the process's environment and system properties, where other programs may keep names of theirs. */
    private static final UnboundElementsSourceFilter OWN_SOURCES = new UnboundElementsSourceFilter();

    private NameRules() {}

    private static void forEachSource(
            Environment environment, BiConsumer<IterableConfigurationPropertySource, Object> look) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable && OWN_SOURCES.apply(source)) {
                look.accept(iterable, source.getUnderlyingSource());
            }
        }
    }

    /** Refuses characters that the binder would leave out of a key, in the names as they were written. */
    static void checkSpelling(Environment environment, Problems problems) {
        forEachSource(environment, (source, underlying) -> {
            if (underlying instanceof EnumerablePropertySource<?> written) {
                for (String name : written.getPropertyNames()) {
                    if (name.regionMatches(true, 0, "leaf.", 0, 5) && !isKept(name)) {
                        ConfigurationProperty property =
                                source.getConfigurationProperty(ConfigurationPropertyName.adapt(name, '.'));
                        problems.add(Problem.of(
                                name,
                                property,
                                false,
                                "the name has characters that are dropped unless they stand in brackets",
                                bracketsRemedy(name)));
                    }
                }
            }
        });
    }

    /** Everything else is silently left out, unless it stands in brackets, which may be nested, as around an IPv6 address. */
    private static boolean isKept(String name) {
        int depth = 0;
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            depth += (each == '[') ? 1 : 0;
            boolean isPlain = each < 0x80 && (Character.isLetterOrDigit(each) || "._-".indexOf(each) >= 0);
            if (depth == 0 && !isPlain) {
                return false;
            }
            depth -= (each == ']') ? 1 : 0;
        }
        return true;
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

    private static String inBrackets(String map, String key, String rest) {
        return "Write %s[%s]%s in a properties file, \"[%s]\" as a key in YAML.".formatted(map, key, rest, key);
    }

    private static List<String> tagSettings() {
        return SettingNames.ALL.within("leaf.tags.*");
    }

    private static boolean isSame(String setting, String written) {
        return setting.replace("-", "").equalsIgnoreCase(written.replace("-", ""));
    }

    /** Refuses names that nothing was bound to. Their values are not shown: what is mistyped may be a secret. */
    static void checkUnknown(Environment environment, CheckedBinding binding, Problems problems) {
        forEachSource(environment, (source, underlying) -> {
            for (ConfigurationPropertyName name : source) {
                if (ROOT.isAncestorOf(name) && !binding.knows(name)) {
                    ConfigurationProperty property = source.getConfigurationProperty(name);
                    if (property != null) {
                        problems.add(Problem.of(
                                name.toString(), property, false, "there is no such setting", unknownRemedy(name)));
                    }
                }
            }
        });
    }

    /** Warns of variables of the environment whose names are nearly settings; other programs may keep theirs there. */
    static void warnOfNearMisses(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
                for (String name : variables.getPropertyNames()) {
                    if (name.startsWith("LEAF_")) {
                        warnOfNearMiss(name);
                    }
                }
            }
        }
    }

    private static void warnOfNearMiss(String variable) {
        SettingNames.ALL
                .nearestVariable(variable)
                .ifPresent(meant -> logger.warn(
                        "the environment variable {} sets nothing of Leaf; {} does",
                        PrintableText.of(variable),
                        meant));
    }

    private static String unknownRemedy(ConfigurationPropertyName name) {
        int below =
                ConfigurationPropertyName.of(TAGS).isAncestorOf(name) ? name.getNumberOfElements() - TAG_ELEMENTS : 0;
        if (below > 2) {
            return inBrackets(TAGS, dottedTag(name), "." + name.getLastElement(Form.DASHED));
        }
        if (below == 2) {
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

    private static String dottedTag(ConfigurationPropertyName name) {
        StringBuilder tag = new StringBuilder();
        for (int i = TAG_ELEMENTS; i < name.getNumberOfElements() - 1; i++) {
            tag.append(tag.isEmpty() ? "" : ".").append(name.getElement(i, Form.ORIGINAL));
        }
        return tag.toString();
    }

    /** Refuses a setting that is written under its old name and its new one. */
    static void checkAliases(CheckedBinding binding, Problems problems) {
        for (Map.Entry<String, String> old : new TreeMap<>(OLD_NAMES).entrySet()) {
            if (binding.sets(old.getKey()) && problems.isSet(old.getKey()) && problems.isSet(old.getValue())) {
                problems.add(
                        old.getKey(),
                        "is the old name of %s, which is set too".formatted(old.getValue()),
                        "Keep %s and remove {}.".formatted(old.getValue()));
            }
        }
    }
}
