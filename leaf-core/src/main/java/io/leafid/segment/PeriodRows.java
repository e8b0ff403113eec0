package io.leafid.segment;

import io.leafid.PrintableText;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.store.ExpiringRows;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.text.Reasons;
import io.leafid.textid.TextSettings;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of the periods in which the texts of tags begin anew: made ahead, followed while they are used, and removed after their
 * retention. Immutable but for what was told.
 *
 * <p>A row is refused by its distance from the latest row of its tag, never by a clock: so a row that was removed is not used again by a
 * node whose clock is behind. It is removed only if two clocks agree. The own clock has to, since the latest row may be of a node whose
 * clock is ahead. The clock of the store has to, since that node may be this one.
 *
 * @param settings which tags have periods
 * @param store where the rows are
 * @param isOwn which tags are followed here
 * @param isWarned whether the log has said that a row could not be removed; until one is
 */
record PeriodRows(AllocationSettings settings, SegmentStore store, Predicate<String> isOwn, AtomicBoolean isWarned) {

    private static final Logger logger = LoggerFactory.getLogger(PeriodRows.class);

    /** The form of the texts of a row's tag, if it is the row of a period. */
    private @Nullable TextSettings textOf(String row) {
        String owner = settings.ownerOf(row);
        return owner.equals(row) ? null : settings.textOf(owner);
    }

    /** Returns whether it is the row of a period that is over, which is followed no longer. */
    boolean isOver(String row, Instant now) {
        TextSettings text = textOf(row);
        return text != null && text.isOver(settings.ownerOf(row), row, now);
    }

    /** The row of the present period of each tag with none, and that of the next one, if that is near, with the present one. */
    Map<String, @Nullable String> due(Instant now) {
        Map<String, @Nullable String> rows = new LinkedHashMap<>();
        for (Map.Entry<String, TextSettings> each : settings.texts().entrySet()) {
            String present = each.getValue().rowAt(each.getKey(), now);
            if (isOwn.test(each.getKey()) && !present.equals(each.getKey())) {
                rows.put(present, null);
                String ahead = each.getValue().rowAt(each.getKey(), now.plus(TextSettings.AHEAD));
                if (!ahead.equals(present)) {
                    rows.put(ahead, present);
                }
            }
        }
        return rows;
    }

    /** The reason why a row that was found must not be used; {@code null} if it may be. Looks at the rows that are there now. */
    @Nullable String problemOf(TagRow row) {
        TextSettings text = textOf(row.tag());
        if (!row.isValid() || text == null || text.retention() == null) {
            return row.isValid() ? null : row.problem();
        }
        String owner = settings.ownerOf(row.tag());
        String latest = latest(store.findAll()).getOrDefault(owner, row.tag());
        return text.isObsolete(owner, row.tag(), latest)
                ? "row '%s' is older than the retention of its tag, whose latest row is '%s': is the clock of this machine behind? If another's was ahead, delete the latest row; texts of it that were issued may come again on their date"
                        .formatted(PrintableText.of(row.tag()), PrintableText.of(latest))
                : null;
    }

    private Map<String, String> latest(List<TagRow> rows) {
        Map<String, String> latest = new HashMap<>();
        for (TagRow row : rows) {
            if (textOf(row.tag()) != null) {
                latest.merge(
                        settings.ownerOf(row.tag()), row.tag(), (one, other) -> one.compareTo(other) < 0 ? other : one);
            }
        }
        return latest;
    }

    /** The names of the rows that are older than their retention. */
    Set<String> obsolete(List<TagRow> rows) {
        Map<String, String> latest = latest(rows);
        Set<String> obsolete = new HashSet<>();
        for (TagRow row : rows) {
            TextSettings text = textOf(row.tag());
            String owner = settings.ownerOf(row.tag());
            if (text != null && text.isObsolete(owner, row.tag(), Objects.requireNonNull(latest.get(owner)))) {
                obsolete.add(row.tag());
            }
        }
        return obsolete;
    }

    /** Removes from the store what is older than its retention by the latest row, by the own clock and by that of the store. */
    void remove(Set<String> obsolete, Instant now) {
        for (String row : obsolete) {
            TextSettings text = textOf(row);
            Instant due = (text == null) ? null : text.obsoleteFrom(settings.ownerOf(row), row);
            if (isOwn.test(row) && due != null && !due.isAfter(now)) { // else the statement would delete nothing
                remove(row, due);
            }
        }
    }

    private void remove(String row, Instant due) {
        try {
            if (store instanceof ExpiringRows rows && rows.delete(row, due)) {
                isWarned.set(false);
                logger.info("row '{}' is removed after its retention", PrintableText.of(row));
            }
        } catch (RuntimeException ex) { // as where Leaf's user may not delete: nothing depends on it
            warnOnce(row, ex);
        }
    }

    /** Each refresh tries all of them again, and what keeps one from being removed keeps the others mostly. */
    private void warnOnce(String row, RuntimeException ex) {
        if (isWarned.compareAndSet(false, true)) {
            logger.warn("row '{}' could not be removed after its retention: {}", PrintableText.of(row), Reasons.of(ex));
        } else {
            logger.debug("row '{}' could not be removed after its retention", PrintableText.of(row), ex);
        }
    }
}
