package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.SlotRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rules for the databases that have names, for single tags or several for all tags. Immutable. */
record DatabaseRules(LeafProperties properties, Problems problems) {

    private static final Logger logger = LoggerFactory.getLogger(DatabaseRules.class);

    private static final String LIST = "leaf.segment.databases";

    private static final String SLOTS = "leaf.segment.slots";

    /** Warns of databases that nothing uses: all ids come from elsewhere. */
    static void warnOfUnused(LeafProperties properties) {
        SortedSet<String> unused = new TreeSet<>(properties.databases().keySet());
        unused.removeAll(properties.databasesInUse());
        if (properties.uses(IdEngine.SEGMENT) && !unused.isEmpty()) {
            logger.warn(
                    "no ids come from the databases {}: name them in leaf.segment.databases or in the database of a tag",
                    unused);
        }
    }

    void check() {
        new TreeMap<>(properties.databases()).forEach(this::checkDatabase);
        new TreeMap<>(properties.tags()).forEach(this::checkTag);
        SegmentProperties segment = properties.segment();
        if (segment.isInterleaved()) {
            checkNames(segment.databases());
            int least = segment.databases().size();
            boolean isEnough = segment.slotCount() >= least && segment.slotCount() <= SlotRecord.MAX_SLOTS;
            problems.require(isEnough, SLOTS, "databases.slots", least, SlotRecord.MAX_SLOTS);
            boolean isAlone = properties.jdbc().url() == null || properties.leasesInDatabase();
            problems.require(isAlone, LIST, "databases.another");
            problems.require(!properties.remote().isUsed(), LIST, "databases.service");
            problems.require(!properties.sellsRanges(), LIST, "databases.ranges");
        } else {
            problems.require(segment.slots() == null, SLOTS, "databases.slots.unused");
        }
    }

    /** A name is usable as a key without brackets and as a part of a file's name. */
    private void checkDatabase(String name, NamedDatabase database) {
        String key = NamedDatabase.keyOf(name);
        String url = database.url();
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            problems.add("%s[%s]".formatted(NamedDatabase.PREFIX, name), "database.name");
        } else if (url != null) {
            problems.require(url.startsWith("jdbc:"), key + ".url", "database.url");
            problems.require(database.bean() == null, key + ".bean", "database.both", key);
        } else if (problems.require(database.bean() != null, key, "database.neither", key)) {
            problems.require(database.username() == null, key + ".username", "database.no-url", key);
            problems.require(database.driverClassName() == null, key + ".driver-class-name", "database.no-url", key);
        }
    }

    private void checkTag(String tag, TagProperties settings) {
        String key = ComponentKeys.ofTag(tag);
        if (settings.database() == null) {
            boolean isOne =
                    settings.order() != IdOrder.GLOBAL || !properties.segment().isInterleaved();
            problems.require(isOne, key + ".order", "tag.order.databases");
        } else {
            boolean isUsed = !properties.uses(IdEngine.SNOWFLAKE) || properties.modeOf(tag) == IdEngine.SEGMENT;
            checkKnown(settings.database(), key + ".database");
            problems.require(isUsed, key + ".database", "tag.database.snowflake");
            problems.require(!properties.sellsRanges(), key + ".database", "tag.database.ranges");
        }
    }

    private void checkNames(List<String> names) {
        Set<String> seen = new HashSet<>();
        Set<List<String>> places = new HashSet<>();
        for (String name : names) {
            checkKnown(name, LIST);
            if (problems.require(seen.add(name), LIST, "databases.name-twice", name)) {
                boolean isAnother = isAnother(places, properties.databases().get(name));
                problems.require(isAnother, LIST, "databases.place-twice", name);
            }
        }
    }

    private static boolean isAnother(Set<List<String>> places, @Nullable NamedDatabase database) {
        return database == null
                || database.url() == null
                || places.add(List.of(database.url(), String.valueOf(database.username())));
    }

    private void checkKnown(String name, String key) {
        Set<String> known = new TreeSet<>(properties.databases().keySet());
        if (problems.require(!known.isEmpty(), key, "databases.unknown.none", name)) {
            problems.require(known.contains(name), key, "databases.unknown", name, String.join(", ", known));
        }
    }
}
