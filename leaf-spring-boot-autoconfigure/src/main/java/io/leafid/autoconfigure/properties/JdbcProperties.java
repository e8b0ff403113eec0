package io.leafid.autoconfigure.properties;

import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.SlotRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The database in which ids are reserved. Immutable.
 *
 * @param url JDBC URL of a database that Leaf alone connects to; if not set, the application's DataSource is used.
 * @param username User of that database.
 * @param password Password of that user.
 * @param driverClassName Driver of that database; if not set, it is derived from the URL.
 * @param initializeSchema When to create the tables that are missing.
 * @param connection Whose connections are used where the database is the application's.
 */
public record JdbcProperties(
        @Nullable String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String driverClassName,
        @DefaultValue("embedded") InitializeSchema initializeSchema,
        @DefaultValue("own") Connection connection) {

    public JdbcProperties {
        url = PropertyText.orNull(url);
        username = PropertyText.orNull(username);
        driverClassName = PropertyText.orNull(driverClassName);
    }

    /** The same, with what an older name set where the new name is not. */
    JdbcProperties orElse(@Nullable String oldUrl, @Nullable String oldUsername, @Nullable String oldPassword) {
        return new JdbcProperties(
                PropertyText.firstOf(url, oldUrl),
                PropertyText.firstOf(username, oldUsername),
                PropertyText.firstOf(password, oldPassword),
                driverClassName,
                initializeSchema,
                connection);
    }

    /** Without the password, since settings end up in logs. */
    @Override
    public String toString() {
        return "JdbcProperties[username=%s, driverClassName=%s, initializeSchema=%s, connection=%s]"
                .formatted(username, driverClassName, initializeSchema, connection);
    }

    /** When to create the tables that are missing. */
    public enum InitializeSchema {
        /** Only in a database in this process's memory, or in an SQLite file. */
        EMBEDDED,
        /** In any database. */
        ALWAYS,
        /** In no database. */
        NEVER
    }

    /** Whose connections are used where the database is the application's. */
    public enum Connection {
        /** At most two of Leaf's own, derived from the application's DataSource. */
        OWN,
        /** Those of the application's DataSource. */
        SHARED
    }

    /**
     * A database that has a name, besides the one that serves the tags without a name. Immutable.
     *
     * @param url JDBC URL of this database.
     * @param username User of this database.
     * @param password Password of that user.
     * @param driverClassName Driver of this database; if not set, it is derived from the URL.
     * @param bean Name of the DataSource bean that leads to this database, instead of a URL.
     */
    public record NamedDatabase(
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @Nullable String bean) {

        static final String PREFIX = "leaf.databases";

        public NamedDatabase {
            url = PropertyText.orNull(url);
            username = PropertyText.orNull(username);
            driverClassName = PropertyText.orNull(driverClassName);
            bean = PropertyText.orNull(bean);
        }

        /** How its connections are made, as those of {@code leaf.jdbc} are. */
        public JdbcProperties jdbc(JdbcProperties common) {
            return new JdbcProperties(
                    url, username, password, driverClassName, common.initializeSchema(), common.connection());
        }

        /** Without URL and password, since settings end up in logs. */
        @Override
        public String toString() {
            return "NamedDatabase[username=%s, driverClassName=%s, bean=%s]".formatted(username, driverClassName, bean);
        }

        /** What the settings of a database begin with. */
        public static String keyOf(String name) {
            return PREFIX + "." + name;
        }

        /** What the databases that have names must be. Stateless. */
        static final class Rules {

            /** Usable as a key without brackets and as a part of a file's name. */
            private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

            private static final String LIST = "leaf.segment.databases";

            private static final String SLOTS = "leaf.segment.slots";

            private static final String NO_SLOTS = "Set %s=a,b, for example, or remove %s.".formatted(LIST, SLOTS);

            private static final String NO_NAME =
                    "is no name of a database: it has 1 to 63 small letters, digits and dashes";

            private static final String NO_PLAIN_RANGE =
                    "contradicts leaf.web.segments.enabled: a range of one of several databases is no range of all numbers, which"
                            + " clients take it for";

            private static final String SELL_NO_RANGES =
                    "Set leaf.web.segments.enabled=false and have the clients ask for ids, or allocate in the databases"
                            + " themselves.";

            private static final String NO_SOLD_RANGE =
                    "contradicts leaf.web.segments.enabled: the ranges that are granted over HTTP come from the usual database";

            private static final String OWN_CONNECTION =
                    "Remove %s, or let the processes that need ids of this tag connect to that database themselves and"
                            + " set leaf.web.segments.enabled=false.";

            private Rules() {}

            static void check(LeafProperties properties, PropertyProblems problems) {
                new TreeMap<>(properties.databases()).forEach((name, database) -> check(name, database, problems));
                new TreeMap<>(properties.tags())
                        .forEach((tag, settings) -> checkTag(tag, settings, properties, problems));
                if (properties.segment().isInterleaved()) {
                    checkNames(properties, problems);
                    checkSlots(properties.segment(), problems);
                    checkContradictions(properties, problems);
                } else {
                    problems.require(
                            properties.segment().slots() == null, SLOTS, "has no effect without " + LIST, NO_SLOTS);
                }
            }

            private static void checkNames(LeafProperties properties, PropertyProblems problems) {
                Set<String> seen = new TreeSet<>();
                Set<List<String>> places = new HashSet<>();
                for (String name : properties.segment().databases()) {
                    requireKnown(name, LIST, properties, problems);
                    if (!seen.add(name)) {
                        problems.add(LIST, "names '%s' twice".formatted(name), "Name each once.");
                    } else if (!isAnother(places, properties.databases().get(name))) {
                        String problem = "leads to one database under two names, one of which is '%s'".formatted(name);
                        problems.add(
                                LIST, problem, "Take a database for each slot that shares nothing with the others.");
                    }
                }
            }

            private static void checkSlots(SegmentProperties segment, PropertyProblems problems) {
                int least = segment.databases().size();
                problems.require(
                        segment.slotCount() >= least && segment.slotCount() <= SlotRecord.MAX_SLOTS,
                        SLOTS,
                        "must be from %d, the number of databases, to %d".formatted(least, SlotRecord.MAX_SLOTS),
                        "Set %s to the largest number of databases that there may ever be, such as 4."
                                .formatted(SLOTS));
            }

            private static boolean isAnother(Set<List<String>> places, @Nullable NamedDatabase database) {
                return database == null
                        || database.url() == null
                        || places.add(List.of(database.url(), String.valueOf(database.username())));
            }

            private static void checkContradictions(LeafProperties properties, PropertyProblems problems) {
                checkUsualDatabase(properties, problems);
                problems.require(
                        !properties.remote().isUsed(),
                        LIST,
                        "names databases, and leaf.remote.services an id service: ids can come from one of them only",
                        "Remove %s, or leaf.remote.services.".formatted(LIST));
                problems.require(!sellsRanges(properties), LIST, NO_PLAIN_RANGE, SELL_NO_RANGES);
                properties.tags().forEach((tag, settings) -> checkOrder(ComponentKeys.ofTag(tag), settings, problems));
            }

            private static void checkUsualDatabase(LeafProperties properties, PropertyProblems problems) {
                boolean isForWorkerIds = properties.uses(IdEngine.SNOWFLAKE)
                        && properties.snowflake().mode().registry() == WorkerIdMode.Registry.DATABASE;
                problems.require(
                        properties.jdbc().url() == null || isForWorkerIds,
                        LIST,
                        "names the databases of all tags, and leaf.jdbc.url another one",
                        "Remove leaf.jdbc.url, or give it a name below %s and write that into %s."
                                .formatted(PREFIX, LIST));
            }

            private static void checkOrder(String key, TagProperties settings, PropertyProblems problems) {
                problems.require(
                        settings.order() != IdOrder.GLOBAL || settings.database() != null,
                        key + ".order",
                        "cannot be had from several databases, which know nothing of each other",
                        "Set %1$s.database to one of them, or remove %1$s.order.".formatted(key));
            }

            private static boolean sellsRanges(LeafProperties properties) {
                return properties.web().enabled() && properties.web().segments().enabled();
            }

            private static void check(String name, NamedDatabase database, PropertyProblems problems) {
                String key = keyOf(name);
                String remedy =
                        "Set either %1$s.url (with %1$s.username and %1$s.password) or %1$s.bean, the name of a DataSource."
                                .formatted(key);
                if (!NAME.matcher(name).matches()) {
                    problems.add("%s[%s]".formatted(PREFIX, name), NO_NAME, "Name it audit, for example.");
                } else if (database.url() == null) {
                    checkBean(key, database, remedy, problems);
                } else {
                    checkUrl(key, database.url(), problems);
                    String both = "is set, and %s.url too".formatted(key);
                    problems.require(database.bean() == null, key + ".bean", both, remedy);
                }
            }

            private static void checkUrl(String key, String url, PropertyProblems problems) {
                problems.require(
                        url.startsWith("jdbc:"),
                        key + ".url",
                        "must begin with jdbc:",
                        "Set %s.url=jdbc:mysql://localhost:3306/leaf, for example.".formatted(key));
            }

            private static void checkBean(
                    String key, NamedDatabase database, String remedy, PropertyProblems problems) {
                if (database.bean() == null) {
                    problems.add(key, "has neither a url nor a bean", remedy);
                    return;
                }
                String problem = "has no effect without %s.url".formatted(key);
                problems.require(database.username() == null, key + ".username", problem, remedy);
                problems.require(database.driverClassName() == null, key + ".driver-class-name", problem, remedy);
            }

            private static void checkTag(
                    String tag, TagProperties settings, LeafProperties properties, PropertyProblems problems) {
                if (settings.database() == null) {
                    return;
                }
                String key = ComponentKeys.ofTag(tag) + ".database";
                requireKnown(settings.database(), key, properties, problems);
                problems.require(
                        !properties.uses(IdEngine.SNOWFLAKE) || properties.modeOf(tag) == IdEngine.SEGMENT,
                        key,
                        "has no effect, since ids of this tag are snowflake ids",
                        "Set %s.mode=segment, or remove %s.".formatted(ComponentKeys.ofTag(tag), key));
                problems.require(!sellsRanges(properties), key, NO_SOLD_RANGE, OWN_CONNECTION.formatted(key));
            }

            private static void requireKnown(
                    String name, String key, LeafProperties properties, PropertyProblems problems) {
                Set<String> known = new TreeSet<>(properties.databases().keySet());
                problems.require(
                        known.contains(name),
                        key,
                        known.isEmpty()
                                ? "names a database, and there is none below " + PREFIX
                                : known.stream()
                                        .collect(Collectors.joining(
                                                ", ", "names none of the databases below " + PREFIX + ": ", "")),
                        "Set %1$s.%2$s.url (with %1$s.%2$s.username and %1$s.%2$s.password), or correct %3$s."
                                .formatted(PREFIX, name, key));
            }
        }
    }
}
