package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.store.SlotRecord;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rules for the databases that have names, one for a single tag or several for all tags. Used by one thread. */
record DatabaseRules(LeafProperties properties, Problems problems) {

    private static final Logger logger = LoggerFactory.getLogger(DatabaseRules.class);

    private static final String LIST = "leaf.segment.databases";

    void check() {
        new TreeMap<>(properties.databases()).forEach(this::checkDatabase);
        SegmentProperties segment = properties.segment();
        if (segment.isInterleaved()) {
            checkNames(segment.databases());
            int least = segment.databases().size();
            boolean isEnough = segment.slotCount() >= least && segment.slotCount() <= SlotRecord.MAX_SLOTS;
            problems.require(isEnough, "leaf.segment.slots", "databases.slots", least, SlotRecord.MAX_SLOTS);
            boolean isAlone = properties.jdbc().url() == null || properties.leasesInDatabase();
            problems.require(isAlone, LIST, "databases.another");
            problems.require(!properties.remote().isUsed(), LIST, "databases.service");
            problems.require(!properties.sellsRanges(), LIST, "databases.ranges");
            if (segment.loadTimeout().compareTo(Duration.ZERO) > 0) { // what is not is refused by another record
                problems.accept(
                        "leaf.segment",
                        () -> new InterleavedSettings(
                                segment.loadTimeout(), event -> {}, Runnable::run, TimeSource.system(), () -> 0));
            }
        } else {
            problems.require(segment.slots() == null, "leaf.segment.slots", "databases.slots.unused");
        }
        warnOfUnused();
    }

    /** All ids come from elsewhere. */
    private void warnOfUnused() {
        Set<String> unused = new TreeSet<>(properties.databases().keySet());
        unused.removeAll(properties.databasesInUse());
        if (properties.uses(IdEngine.SEGMENT) && !unused.isEmpty()) {
            logger.warn(
                    "no ids come from databases {}: name them in leaf.segment.databases or a tag's database", unused);
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

    private void checkNames(List<String> names) {
        Set<String> seen = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (String name : names) {
            checkKnown(name, LIST);
            if (problems.require(seen.add(name), LIST, "databases.name-twice", name)) {
                NamedDatabase found = properties.databases().get(name);
                boolean isAnother =
                        found == null || found.url() == null || places.add(found.url() + " " + found.username());
                problems.require(isAnother, LIST, "databases.place-twice", name);
            }
        }
    }

    void checkKnown(String name, String key) {
        Set<String> known = new TreeSet<>(properties.databases().keySet());
        if (problems.require(!known.isEmpty(), key, "databases.unknown.none", name)) {
            problems.require(known.contains(name), key, "databases.unknown", name, String.join(", ", known));
        }
    }
}
