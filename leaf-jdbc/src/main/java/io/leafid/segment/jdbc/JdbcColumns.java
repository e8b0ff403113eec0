package io.leafid.segment.jdbc;

import io.leafid.jdbc.ColumnName;
import io.leafid.segment.jdbc.ColumnDatabase.Kind;
import io.leafid.segment.store.NumberedColumns;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The columns of databases that tags number; one that several databases have counts in each of them. Thread-safe.
 */
public final class JdbcColumns implements NumberedColumns {

    private final Function<String, List<ColumnDatabase>> databases;
    private final Remedy remedy;
    private final Map<String, Set<ColumnName>> columns = new ConcurrentHashMap<>();
    private final Map<Numbered, List<ColumnDatabase>> places = new ConcurrentHashMap<>();

    /**
     * Knows no column yet.
     *
     * @param databases where the columns of a tag may be
     * @param remedy what lifts a tag's row
     */
    public JdbcColumns(Function<String, List<ColumnDatabase>> databases, Remedy remedy) {
        this.databases = databases;
        this.remedy = remedy;
    }

    /** Compares the ids of a tag with one more column from now on. */
    public void add(String tag, ColumnName column) {
        columns.computeIfAbsent(tag, none -> new CopyOnWriteArraySet<>()).add(column);
    }

    /**
     * Looks whether the columns are there.
     *
     * @throws UnusableColumnException if one is in none of the databases, or holds no whole numbers
     */
    public void verify() {
        columns.forEach((tag, each) -> each.forEach(column -> places(tag, column)));
    }

    @Override
    public Optional<LargestValue> largest(String tag) {
        List<LargestValue> found = new ArrayList<>();
        for (ColumnName column : columns.getOrDefault(tag, Set.of())) {
            for (ColumnDatabase database : places(tag, column)) {
                database.largest(column)
                        .filter(value -> value >= 0)
                        .ifPresent(value -> found.add(new LargestValue(
                                value,
                                column.toString(),
                                remedy.of(tag, value == Long.MAX_VALUE ? value : value + 1))));
            }
        }
        return found.stream().max(Comparator.comparingLong(LargestValue::value));
    }

    /** The databases of a tag that have a column, which are remembered. Another tag may have other databases. */
    private List<ColumnDatabase> places(String tag, ColumnName column) {
        Numbered numbered = new Numbered(tag, column);
        List<ColumnDatabase> known = places.get(numbered);
        if (known != null) {
            return known;
        }
        List<ColumnDatabase> candidates = databases.apply(tag);
        Map<ColumnDatabase, Kind> kinds = candidates.stream()
                .collect(Collectors.toMap(Function.identity(), database -> database.look(column), (one, same) -> one));
        if (kinds.containsValue(Kind.OTHER)) {
            throw new UnusableColumnException(tag, column, "it holds no whole numbers, so it has no largest id");
        }
        List<ColumnDatabase> found = candidates.stream()
                .filter(database -> kinds.get(database) == Kind.NUMBER)
                .toList();
        if (found.isEmpty()) {
            throw new UnusableColumnException(tag, column, "there is no such table or column in " + names(candidates));
        }
        places.put(numbered, found);
        return found;
    }

    private static String names(Collection<ColumnDatabase> databases) {
        return databases.isEmpty()
                ? "any database, since the application has none"
                : databases.stream().map(ColumnDatabase::toString).collect(Collectors.joining(", nor in "));
    }

    private record Numbered(String tag, ColumnName column) {}

    /** The remedy for a row that is too low. */
    @FunctionalInterface
    public interface Remedy {

        /** The action of an operator after which the next id of a tag is at least this. */
        String of(String tag, long least);

        /** The statement on a table. */
        static Remedy onTable(String table) {
            return (tag, least) -> "run UPDATE %1$s SET max_id = %3$s WHERE biz_tag = '%2$s' AND max_id < %3$s"
                    .formatted(table, tag.replace("'", "''"), least);
        }

        /** The statement on the same table of several databases that grant interleaved ids. */
        static Remedy onTables(String table, int slots) {
            return (tag, least) -> "run in each of the databases "
                    + onTable(table).of(tag, least / slots + 1).substring("run ".length());
        }
    }
}
