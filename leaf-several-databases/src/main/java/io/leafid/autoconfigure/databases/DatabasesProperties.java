package io.leafid.autoconfigure.databases;

import io.leafid.autoconfigure.properties.LeafSettings;
import io.leafid.segment.jdbc.SlotRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Several databases. Immutable.
 *
 * @param databases Databases that have names, for single tags or several for all tags.
 * @param segment Databases that grant ids by turns.
 * @param tags Settings of single tags, by tag; write tags with dots or colons in brackets.
 */
@LeafSettings
@ConfigurationProperties("leaf")
record DatabasesProperties(
        @DefaultValue Map<String, NamedDatabase> databases,
        @DefaultValue Segment segment,
        @DefaultValue Map<String, Tag> tags) {

    DatabasesProperties {
        Set<String> names = databases.keySet();
        segment.databases().forEach(name -> requireKnown(name, "segment.databases", names));
        tags.forEach((tag, settings) -> {
            if (settings.database() != null) {
                requireKnown(settings.database(), "tags." + tag + ".database", names);
            }
        });
    }

    private static void requireKnown(String name, String key, Set<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(
                    "leaf.%s names '%s', which is none of leaf.databases: %s; set leaf.databases.%s.url, or correct the name"
                            .formatted(key, name, new TreeSet<>(known), name));
        }
    }

    private static @Nullable String orNull(@Nullable String text) {
        return StringUtils.hasText(text) ? text : null;
    }

    /** The tags that one of the databases serves alone, by its name. */
    SortedMap<String, Set<String>> tagsByDatabase() {
        SortedMap<String, Set<String>> chosen = new TreeMap<>();
        tags.forEach((tag, settings) -> {
            if (settings.database() != null) {
                chosen.computeIfAbsent(settings.database(), name -> new TreeSet<>())
                        .add(tag);
            }
        });
        return chosen;
    }

    /** The names of all databases that ids come from. */
    SortedSet<String> inUse() {
        SortedSet<String> used = new TreeSet<>(segment.databases());
        used.addAll(tagsByDatabase().keySet());
        return used;
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
    record NamedDatabase(
            @Nullable String url,
            @Nullable String username,
            @Nullable String password,
            @Nullable String driverClassName,
            @Nullable String bean) {

        /** The group of all of them. */
        static final String PREFIX = "leaf.databases";

        NamedDatabase {
            url = orNull(url);
            username = orNull(username);
            driverClassName = orNull(driverClassName);
            bean = orNull(bean);
            if ((url == null) == (bean == null)) {
                throw new IllegalArgumentException(
                        "a database needs either a url or a bean, which is the name of a DataSource");
            }
        }

        /** Without URL and password, since settings end up in logs. */
        @Override
        public String toString() {
            return "NamedDatabase[username=%s, driverClassName=%s, bean=%s]".formatted(username, driverClassName, bean);
        }

        /** The group of the settings of a database. */
        static String keyOf(String name) {
            return PREFIX + "." + name;
        }
    }

    /**
     * Databases that grant ids by turns. Immutable.
     *
     * @param databases Names of the databases below leaf.databases that grant interleaved ids; if not set, ids come from one database.
     * @param slots How many databases there may ever be; if not set, as many as are named. Cannot be changed later.
     */
    record Segment(
            @DefaultValue List<String> databases, @Nullable Integer slots) {

        Segment {
            databases = databases.stream()
                    .filter(StringUtils::hasText)
                    .map(String::strip)
                    .toList();
            int least = databases.size();
            if (new TreeSet<>(databases).size() < least) {
                throw new IllegalArgumentException("leaf.segment.databases names one twice: " + databases);
            }
            if (slots != null && (least == 0 || slots < least || slots > SlotRecord.MAX_SLOTS)) {
                throw new IllegalArgumentException(
                        "leaf.segment.slots must be from the number of leaf.segment.databases, %s, to %s, and is %s"
                                .formatted(least, SlotRecord.MAX_SLOTS, slots));
            }
        }

        int slotCount() {
            return (slots == null) ? databases.size() : slots;
        }
    }

    /**
     * The database of one tag. Immutable.
     *
     * @param database Name of the database below leaf.databases that serves this tag alone; if not set, the one of all other tags.
     */
    record Tag(@Nullable String database) {

        Tag {
            database = orNull(database);
        }
    }
}
