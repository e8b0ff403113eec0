package io.leafid.autoconfigure.check;

import io.leafid.autoconfigure.check.Findings.Level;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.jdbc.LossySettings;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.NumberedColumns;
import io.leafid.segment.store.NumberedColumns.LargestValue;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.TagRow;
import io.leafid.textid.TextPeriod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a start of the segment engine in one database. Immutable.
 *
 * @param database the database
 * @param name what it is called in the settings; empty if it has no name
 * @param properties the settings
 * @param columns the columns that tags number
 */
record SegmentCheck(ChosenDatabase database, String name, LeafProperties properties, NumberedColumns columns)
        implements CheckPart {

    private static final String DATABASE = "database";
    private static final String TAG = "tag";

    @Override
    public void look(Findings findings) {
        TableName table = new TableName(properties.segment().table());
        try {
            look(table, findings);
        } catch (RuntimeException ex) {
            throw new JdbcStoreFailures(database, JdbcSegmentStore.DEFAULT_TABLE, table).explain(ex);
        }
    }

    private void look(TableName table, Findings findings) {
        SqlDialect dialect = database.dialect();
        Duration timeout = properties.segment().loadTimeout();
        JdbcSegmentStore store = new JdbcSegmentStore(database.dataSource(), dialect, table.value(), timeout);
        if (isSlot()) {
            findings.ok(DATABASE, slotText(store.slotRecords()));
        }
        List<TagRow> rows = store.findAll();
        findings.ok(DATABASE, "%s, table %s with %s tags".formatted(database.description(), table, rows.size()));
        lookAtServer(dialect, timeout, findings);
        lookAtRows(rows, findings);
    }

    private boolean isSlot() {
        return properties.segment().databases().contains(name);
    }

    private static String slotText(List<SlotRecord> records) {
        return records.stream()
                .filter(SlotRecord::own)
                .findFirst()
                .map(own -> "it is recorded as slot %s of %s".formatted(own.slot(), own.slots()))
                .orElse("it would be recorded as one of several");
    }

    private void lookAtRows(List<TagRow> rows, Findings findings) {
        Map<String, TagRow> byTag = rows.stream().collect(Collectors.toMap(TagRow::tag, row -> row));
        tags(byTag.keySet()).forEach(tag -> look(tag, byTag.get(tag), findings));
    }

    private void lookAtServer(SqlDialect dialect, Duration timeout, Findings findings) {
        List<String> lossy =
                new LossySettings(new OwnTransactions(database.dataSource(), dialect, timeout), dialect).find();
        if (!lossy.isEmpty()) {
            findings.add(
                    Level.WARN,
                    DATABASE,
                    "it can lose what it has committed last: %s".formatted(String.join(", ", lossy)));
        }
    }

    /** All rows, and what the settings name besides; the row of a period is made when that begins. */
    private Set<String> tags(Set<String> rows) {
        Set<String> tags = new TreeSet<>(rows);
        properties.tags().forEach((tag, settings) -> {
            boolean isHere = name.equals((settings.database() == null) ? "" : settings.database());
            if (isHere && settings.period() == TextPeriod.NONE && properties.modeOf(tag) == IdEngine.SEGMENT) {
                tags.add(tag);
            }
        });
        return tags;
    }

    private void look(String tag, @Nullable TagRow row, Findings findings) {
        LargestValue used = columns.largest(tag).orElse(null);
        String beside = (used == null) ? "" : ", %s holds %s".formatted(used.column(), used.value());
        if (row == null) {
            missing(tag, beside, used, findings);
            return;
        }
        if (!row.isValid()) {
            findings.problem(TAG, row.problem());
            return;
        }
        long slots = isSlot() ? properties.segment().slotCount() : 1;
        String next = (slots == 1)
                ? "the next id is %s".formatted(row.maxId())
                : "the counter is %s, of every %s ids".formatted(row.maxId(), slots);
        if (used != null && row.maxId() <= used.value() / slots) {
            findings.problem(
                    TAG,
                    "%s: %s%s, so it would be refused; if no node has ids of it in reserve, %s"
                            .formatted(tag, next, beside, used.remedy()));
        } else {
            findings.ok(TAG, "%s: %s, step %s%s".formatted(tag, next, row.step(), beside));
        }
    }

    private void missing(String tag, String beside, @Nullable LargestValue used, Findings findings) {
        if (!properties.segment().autoCreate().enabled()) {
            findings.problem(TAG, "%s has no row%s; insert one, or enable auto-create".formatted(tag, beside));
            return;
        }
        long initial = properties.segment().autoCreate().initialId();
        long first = (used == null) ? initial : Math.max(initial, used.next());
        findings.ok(TAG, "%s has no row; it would be made with first id %s%s".formatted(tag, first, beside));
    }
}
