package io.leafid.autoconfigure.properties.rules;

import static io.leafid.autoconfigure.properties.rules.SettingRules.accept;
import static io.leafid.autoconfigure.properties.rules.SettingRules.require;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.remote.ServiceInstance;
import io.leafid.segment.store.SlotRecord;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules for what is optional: databases with names, an id service. Stateless. */
final class ModuleRules {

    private static final String DATABASES = "leaf.segment.databases";

    private ModuleRules() {}

    static void check(LeafProperties properties) {
        new TreeMap<>(properties.tags()).forEach((tag, settings) -> checkTag(properties, tag, settings));
        new TreeMap<>(properties.databases()).forEach(ModuleRules::checkDatabase);
        checkDatabases(properties.segment(), properties.databases().keySet());
        if (properties.remote().isUsed()) {
            if (properties.remote().logicalName() == null) {
                properties
                        .remote()
                        .services()
                        .forEach(each -> accept("leaf.remote.services", () -> ServiceInstance.parse(each)));
            }
            require(
                    properties.uses(IdEngine.SEGMENT),
                    "leaf.remote.services",
                    "has no effect without leaf.segment.enabled",
                    "Set leaf.segment.enabled=true, or remove what is set below leaf.remote.");
            require(
                    properties.jdbc().url() == null || properties.leasesInDatabase(),
                    "leaf.jdbc.url",
                    "names a database, and leaf.remote.services an id service: ids can come from one of them only",
                    "Remove one of both.");
        }
    }

    private static void checkTag(LeafProperties properties, String tag, TagProperties settings) {
        String key = ComponentKeys.ofTag(tag);
        boolean isSnowflake = properties.uses(IdEngine.SNOWFLAKE) && properties.modeOf(tag) == IdEngine.SNOWFLAKE;
        if (settings.database() != null) {
            requireKnown(
                    settings.database(),
                    key + ".database",
                    properties.databases().keySet());
            require(
                    !isSnowflake && !properties.sellsRanges(),
                    key + ".database",
                    "contradicts snowflake ids and leaf.web.segments.enabled, which come from elsewhere",
                    "Remove %s.database, or the other.".formatted(key));
        }
    }

    private static void checkDatabase(String name, NamedDatabase database) {
        String key = NamedDatabase.keyOf(name);
        require(
                (database.url() == null) != (database.bean() == null),
                key,
                "needs either a url or a bean",
                "Set either %s.url or %s.bean, the name of a DataSource.".formatted(key, key));
    }

    private static void checkDatabases(SegmentProperties segment, Set<String> known) {
        int least = segment.databases().size();
        segment.databases().forEach(name -> requireKnown(name, DATABASES, known));
        require(new TreeSet<>(segment.databases()).size() == least, DATABASES, "names one twice", "Name each once.");
        require(
                segment.slots() == null
                        || (least > 0 && segment.slots() >= least && segment.slots() <= SlotRecord.MAX_SLOTS),
                "leaf.segment.slots",
                "must be from the number of databases, %s, to %s".formatted(least, SlotRecord.MAX_SLOTS),
                "Set leaf.segment.databases=a,b and leaf.segment.slots=4, for example.");
    }

    private static void requireKnown(String name, String key, Set<String> known) {
        require(
                known.contains(name),
                key,
                "names '%s', which is none of leaf.databases: %s".formatted(name, new TreeSet<>(known)),
                "Set leaf.databases.%s.url, or correct the name.".formatted(name));
    }
}
