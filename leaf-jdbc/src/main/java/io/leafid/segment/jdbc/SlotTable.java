package io.leafid.segment.jdbc;

import io.leafid.jdbc.OwnStatements;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.SqlFailures;
import io.leafid.jdbc.TableCheck;
import io.leafid.jdbc.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The table of slot records of one database, beside the table of tags. Thread-safe.
 *
 * <p>A table of its own, since a node of the original would take a row of {@code leaf_alloc} for a tag.
 */
final class SlotTable {

    /** The name of the table. */
    static final String NAME = "leaf_slot";

    private final OwnStatements statements;
    private final SqlDialect dialect;
    private final TableName tags;
    private final TableName table;
    private final String records;
    private final String insert;
    private final String of;
    private volatile boolean isSlot; // once the records were read: it is used as a slot, and not alone

    SlotTable(OwnStatements statements, SqlDialect dialect, TableName tags) {
        int dot = tags.value().indexOf('.');
        this.statements = statements;
        this.dialect = dialect;
        this.tags = tags;
        this.table = new TableName(tags.value().substring(0, dot + 1) + NAME);
        this.of = tags.value().substring(dot + 1).toLowerCase(Locale.ROOT);
        this.records = """
            SELECT entry, slot, slots, database_id
              FROM %s
             WHERE table_name = ?
             ORDER BY entry
            """.formatted(table);
        this.insert = """
            INSERT INTO %s (table_name, entry, slot, slots, database_id, recorded_at)
            VALUES (?, ?, ?, ?, ?, %s)
            """.formatted(table, dialect.sql().moment());
    }

    /**
     * All records; from now on the table of tags is used as a slot.
     *
     * @throws SlotRefusedException if one of the two tables is missing
     */
    List<SlotRecord> records() {
        isSlot = true;
        List<SlotRecord> found = read().orElseThrow(() -> missing(table, NAME));
        if (!ask(this::areTagsIn, false)) {
            throw missing(tags, JdbcSegmentStore.DEFAULT_TABLE);
        }
        return found;
    }

    private boolean areTagsIn(JdbcOperations jdbc) {
        boolean isThere = new TableCheck(dialect, tags).verify(jdbc).isPresent();
        if (isThere) { // or cannot be looked up
            jdbc.execute("SELECT biz_tag FROM %s WHERE 1 = 0".formatted(tags));
        }
        return isThere;
    }

    /** The records; nothing if there is no table. It is looked up first, since some drivers warn of a query that fails. */
    private Optional<List<SlotRecord>> read() {
        return ask(
                jdbc -> new TableCheck(dialect, table).verify(jdbc).isPresent()
                        ? Optional.of(jdbc.query(records, SlotTable::recordIn, of))
                        : Optional.empty(),
                Optional.empty());
    }

    private static SlotRecord recordIn(ResultSet row, int number) throws SQLException {
        return new SlotRecord(
                row.getString("entry").equals("own"),
                row.getInt("slot"),
                row.getInt("slots"),
                row.getString("database_id"));
    }

    private <T> T ask(Function<JdbcOperations, T> question, T withoutTable) {
        try {
            return statements.execute(question);
        } catch (DataAccessException ex) {
            if (SqlFailures.isMissingTable(ex)) {
                return withoutTable;
            }
            throw ex;
        }
    }

    private SlotRefusedException missing(TableName name, String inScript) {
        return new SlotRefusedException(
                SlotRefusedException.Reason.NO_TABLE,
                "",
                "one of several",
                "there is no table " + name,
                "create it: "
                        + SchemaScript.of(dialect)
                                .text(inScript, name)
                                .replaceAll("\\s+", " ")
                                .strip());
    }

    /** Adds a record unless there is one of this entry. */
    void record(SlotRecord slot) {
        try {
            statements.execute(
                    jdbc -> jdbc.update(insert, of, slot.entry(), slot.slot(), slot.slots(), slot.databaseId()));
        } catch (DuplicateKeyException ex) {
            // another node was first, or this one at an earlier start; what stands there is compared by the caller
        }
    }

    /**
     * Refuses the use of a slot as if it were alone: its numbers are not ids, and many of them are ids already.
     *
     * @throws SlotRefusedException if the database is a slot
     */
    void requireAlone() {
        if (isSlot) {
            return;
        }
        for (SlotRecord each : read().orElse(List.of())) {
            if (each.own()) {
                throw notAlone(each);
            }
        }
    }

    private SlotRefusedException notAlone(SlotRecord own) {
        return new SlotRefusedException(
                SlotRefusedException.Reason.NOT_ALONE,
                "",
                "the only one",
                "it is recorded in %s as slot %s of %s".formatted(table, own.slot(), own.slots()),
                "configure the slots; or, once no process uses them any more, multiply each max_id by %s, add %s and delete"
                                .formatted(own.slots(), own.slots())
                        + " the records");
    }
}
