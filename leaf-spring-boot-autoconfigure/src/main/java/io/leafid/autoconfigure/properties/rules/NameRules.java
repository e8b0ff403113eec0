package io.leafid.autoconfigure.properties.rules;

import io.leafid.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/** Rules for the names of settings. Stateless. */
final class NameRules {

    private static final Logger logger = LoggerFactory.getLogger(NameRules.class);

    private static final String VARIABLES = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leaf");

    /** The old names, each with its new one; the records say so too, but reading all of their annotations takes time. */
    static final SortedMap<String, String> OLD_NAMES = new TreeMap<>(Map.of(
            "leaf.segment.enable", "leaf.segment.enabled",
            "leaf.segment.url", "leaf.jdbc.url",
            "leaf.segment.username", "leaf.jdbc.username",
            "leaf.segment.password", "leaf.jdbc.password",
            "leaf.snowflake.enable", "leaf.snowflake.enabled",
            "leaf.snowflake.address", "leaf.snowflake.zk.address"));

    /** Leaves out the process's environment and system properties, where other programs may keep names of theirs. */
    private static final UnboundElementsSourceFilter OWN_SOURCES = new UnboundElementsSourceFilter();

    private NameRules() {}

    private static List<IterableConfigurationPropertySource> sources(Environment environment) {
        List<IterableConfigurationPropertySource> sources = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable && OWN_SOURCES.apply(source)) {
                sources.add(iterable);
            }
        }
        return sources;
    }

    /** Refuses characters that the binder would leave out of a key, in the names as they were written. */
    static void checkSpelling(Environment environment, Problems problems) {
        for (IterableConfigurationPropertySource source : sources(environment)) {
            if (source.getUnderlyingSource() instanceof EnumerablePropertySource<?> written) {
                for (String name : written.getPropertyNames()) {
                    checkSpelling(name, source, problems);
                }
            }
        }
    }

    private static void checkSpelling(String name, ConfigurationPropertySource source, Problems problems) {
        if (name.regionMatches(true, 0, "leaf.", 0, 5) && !isKept(name)) {
            ConfigurationPropertyName bound = ConfigurationPropertyName.adapt(name, '.');
            SettingNames.addMisspelt(name, source.getConfigurationProperty(bound), problems);
        }
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

    /** Refuses names that the binder has not looked for. Their values are not shown: what is mistyped may be a secret. */
    static void checkUnknown(Environment environment, Set<ConfigurationPropertyName> attempted, Problems problems) {
        KnownSettings known = KnownSettings.of(null);
        for (IterableConfigurationPropertySource source : sources(environment)) {
            for (ConfigurationPropertyName name : source) {
                if (ROOT.isAncestorOf(name) && !attempted.contains(name) && !known.has(name)) {
                    ConfigurationProperty written = source.getConfigurationProperty(name);
                    if (written != null) {
                        SettingNames.addUnknown(name, written, problems);
                    }
                }
            }
        }
    }

    /** Refuses a setting that is written under its old name and its new one. */
    static void checkAliases(Problems problems) {
        for (Map.Entry<String, String> old : OLD_NAMES.entrySet()) {
            boolean areBoth = problems.sets(old.getKey()) && problems.sets(old.getValue());
            problems.require(!areBoth, old.getKey(), "name.old", old.getValue());
        }
    }

    /**
     * Warns of variables of the environment whose names are nearly settings; other programs may keep theirs there.
     */
    static void warnOfNearMisses(Environment environment) {
        if (((ConfigurableEnvironment) environment).getPropertySources().get(VARIABLES)
                instanceof EnumerablePropertySource<?> variables) {
            for (String name : variables.getPropertyNames()) {
                if (name.startsWith("LEAF_")) {
                    SettingNames.nearestVariable(name)
                            .ifPresent(meant -> logger.warn(
                                    "the environment variable {} sets nothing of Leaf; {} does",
                                    PrintableText.of(name),
                                    meant));
                }
            }
        }
    }
}
