package io.leafid.autoconfigure.columns;

import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.NamedDatabases;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.jdbc.ColumnDatabase;
import io.leafid.segment.jdbc.JdbcColumns.Remedy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The databases in which the columns of a tag may be: the one that grants its ids, and those of the application. Immutable.
 *
 * @param usual the database of tags that name none, if there is one, and those of the application
 * @param byTag the databases that serve single tags
 * @param ofApplication those of the application that Leaf has no other use for
 * @param remedy what lifts the row of a tag
 */
record DatabasesOfColumns(
        List<ColumnDatabase> usual,
        Map<String, ColumnDatabase> byTag,
        List<ChosenDatabase> ofApplication,
        Remedy remedy) {

    static DatabasesOfColumns find(
            LeafProperties properties,
            @Nullable ChosenDatabase own,
            @Nullable NamedDatabases named,
            List<ChosenDatabase> application) {
        Duration timeout = properties.segment().loadTimeout();
        List<ChosenDatabase> others = application.stream()
                .filter(each -> own == null || each.source() != own.source())
                .toList();
        Map<String, ColumnDatabase> byTag = new TreeMap<>();
        properties.tags().forEach((tag, settings) -> {
            if (settings.database() != null && named != null) {
                byTag.put(tag, column(named.get(settings.database()).database(), timeout));
            }
        });
        return new DatabasesOfColumns(
                Stream.concat(Stream.ofNullable(own), others.stream())
                        .map(each -> column(each, timeout))
                        .toList(),
                byTag,
                others,
                remedyOf(properties));
    }

    private static ColumnDatabase column(ChosenDatabase database, Duration timeout) {
        return new ColumnDatabase(database.dataSource(), database::dialect, timeout, database.description());
    }

    private static Remedy remedyOf(LeafProperties properties) {
        Remedy onTable = Remedy.onTable(properties.segment().table());
        if (!properties.remote().services().isEmpty()) {
            return (tag, least) -> "in the database of the id service " + onTable.of(tag, least);
        }
        if (!properties.segment().isInterleaved()) {
            return onTable;
        }
        return Remedy.onTables(
                properties.segment().table(), properties.segment().slotCount());
    }

    /** Those of a tag. */
    List<ColumnDatabase> of(String tag) {
        ColumnDatabase own = byTag.get(tag);
        if (own == null) {
            return usual;
        }
        List<ColumnDatabase> all = new ArrayList<>(usual);
        all.add(0, own);
        return all;
    }
}
