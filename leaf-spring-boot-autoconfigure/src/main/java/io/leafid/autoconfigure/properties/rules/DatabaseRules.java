package io.leafid.autoconfigure.properties.rules;

import org.slf4j.LoggerFactory;
import org.slf4j.Logger;
import java.util.SortedSet;
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
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rules for the databases that have names, for single tags or several for all tags. Stateless. */
final class DatabaseRules {

    private static final Logger logger = LoggerFactory.getLogger(DatabaseRules.class);

    private static final String PREFIX = NamedDatabase.PREFIX;

    private static final String LIST = "leaf.segment.databases";

    private static final String SLOTS = "leaf.segment.slots";

    private DatabaseRules() {}

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

    static void check(LeafProperties properties, Problems problems) {
        SegmentProperties segment = properties.segment();
        new TreeMap<>(properties.databases()).forEach((name, database) -> check(name, database, problems));
        new TreeMap<>(properties.tags()).forEach((tag, settings) -> checkTag(tag, settings, properties, problems));
        if (segment.isInterleaved()) {
            checkNames(properties, problems);
            int least = segment.databases().size();
            problems.require(
                    segment.slotCount() >= least && segment.slotCount() <= SlotRecord.MAX_SLOTS,
                    SLOTS,
                    "must be from %d, the number of databases, to %d".formatted(least, SlotRecord.MAX_SLOTS),
                    "Set {} to the largest number of databases that there may ever be, such as 4.");
            checkContradictions(properties, problems);
        } else {
            problems.require(
                    segment.slots() == null,
                    SLOTS,
                    "has no effect without " + LIST,
                    "Set %s=a,b, for example, or remove {}.".formatted(LIST));
        }
    }

    /** A name is usable as a key without brackets and as a part of a file's name. */
    private static void check(String name, NamedDatabase database, Problems problems) {
        String key = NamedDatabase.keyOf(name);
        String remedy =
                "Set either %1$s.url (with %1$s.username and %1$s.password) or %1$s.bean, the name of a DataSource."
                        .formatted(key);
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            problems.add(
                    "%s[%s]".formatted(PREFIX, name),
                    "is no name of a database: it has 1 to 63 small letters, digits and dashes",
                    "Name it audit, for example.");
        } else if (database.url() != null) {
            checkUrl(key + ".url", database.url(), problems);
            problems.require(database.bean() == null, key + ".bean", "is set, and %s.url too".formatted(key), remedy);
        } else if (database.bean() == null) {
            problems.add(key, "has neither a url nor a bean", remedy);
        } else {
            String problem = "has no effect without %s.url".formatted(key);
            problems.require(database.username() == null, key + ".username", problem, remedy);
            problems.require(database.driverClassName() == null, key + ".driver-class-name", problem, remedy);
        }
    }

    static void checkUrl(String key, String url, Problems problems) {
        problems.require(
                url.startsWith("jdbc:"),
                key,
                "must begin with jdbc:",
                "Set {}=jdbc:mysql://localhost:3306/leaf, for example.");
    }

    private static void checkTag(String tag, TagProperties settings, LeafProperties properties, Problems problems) {
        String tagKey = ComponentKeys.ofTag(tag);
        if (settings.database() == null) {
            problems.require(
                    settings.order() != IdOrder.GLOBAL || !properties.segment().isInterleaved(),
                    tagKey + ".order",
                    "cannot be had from several databases, which know nothing of each other",
                    "Set %s.database to one of them, or remove {}.".formatted(tagKey));
            return;
        }
        String key = tagKey + ".database";
        requireKnown(settings.database(), key, properties, problems);
        problems.require(
                !properties.uses(IdEngine.SNOWFLAKE) || properties.modeOf(tag) == IdEngine.SEGMENT,
                key,
                "has no effect, since ids of this tag are snowflake ids",
                "Set %s.mode=segment, or remove {}.".formatted(tagKey));
        problems.require(
                !properties.sellsRanges(),
                key,
                "contradicts leaf.web.segments.enabled: the ranges that are granted over HTTP come from the usual database",
                "Remove {}, or let the processes that need ids of this tag connect to that database themselves and"
                        + " set leaf.web.segments.enabled=false.");
    }

    private static void checkNames(LeafProperties properties, Problems problems) {
        Set<String> seen = new HashSet<>();
        Set<List<String>> places = new HashSet<>();
        for (String name : properties.segment().databases()) {
            requireKnown(name, LIST, properties, problems);
            if (problems.require(seen.add(name), LIST, "names '%s' twice".formatted(name), "Name each once.")) {
                problems.require(
                        isAnother(places, properties.databases().get(name)),
                        LIST,
                        "leads to one database under two names, one of which is '%s'".formatted(name),
                        "Take a database for each slot that shares nothing with the others.");
            }
        }
    }

    private static boolean isAnother(Set<List<String>> places, @Nullable NamedDatabase database) {
        return database == null
                || database.url() == null
                || places.add(List.of(database.url(), String.valueOf(database.username())));
    }

    private static void requireKnown(String name, String key, LeafProperties properties, Problems problems) {
        Set<String> known = new TreeSet<>(properties.databases().keySet());
        problems.require(
                known.contains(name),
                key,
                known.isEmpty()
                        ? "names a database, and there is none below " + PREFIX
                        : "names none of the databases below %s: %s".formatted(PREFIX, String.join(", ", known)),
                "Set %1$s.%2$s.url (with %1$s.%2$s.username and %1$s.%2$s.password), or correct {}."
                        .formatted(PREFIX, name));
    }

    private static void checkContradictions(LeafProperties properties, Problems problems) {
        problems.require(
                properties.jdbc().url() == null || properties.leasesInDatabase(),
                LIST,
                "names the databases of all tags, and leaf.jdbc.url another one",
                "Remove leaf.jdbc.url, or give it a name below %s and write that into {}.".formatted(PREFIX));
        problems.require(
                !properties.remote().isUsed(),
                LIST,
                "names databases, and leaf.remote.services an id service: ids can come from one of them only",
                "Remove {}, or leaf.remote.services.");
        problems.require(
                !properties.sellsRanges(),
                LIST,
                "contradicts leaf.web.segments.enabled: a range of one of several databases is no range of all numbers, which"
                        + " clients take it for",
                "Set leaf.web.segments.enabled=false and have the clients ask for ids, or allocate in the databases"
                        + " themselves.");
    }
}
