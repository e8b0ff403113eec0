package io.leafid.textid;

import io.leafid.IdGenerator;
import io.leafid.IdsExhaustedException;
import io.leafid.PrintableText;
import io.leafid.time.TimeSource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The texts of one tag. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Date and row of a text come from one reading of the clock, so the date of one period never meets the counter of another.
 *   - Within a minute of the time since 1970 no zone changes its date, so what holds at its begin holds to its end.
 * </pre>
 */
final class TagTexts {

    private static final Logger logger = LoggerFactory.getLogger(TagTexts.class);

    private static final long MINUTE_MILLIS = 60_000;

    private final String tag;
    private final TextSettings settings;
    private final IdGenerator ids;
    private final TimeSource time;
    private final long capacity;
    private final long nearlyFull;
    private volatile @Nullable Minute last;

    TagTexts(String tag, TextSettings settings, IdGenerator ids, TimeSource time) {
        this.tag = tag;
        this.settings = settings;
        this.ids = ids;
        this.time = time;
        this.capacity = settings.pattern().capacity();
        this.nearlyFull = capacity - capacity / 10;
    }

    String next() {
        Minute minute = minute();
        return text(minute, ids.nextId(minute.row));
    }

    List<String> next(int count) {
        Minute minute = minute();
        return Arrays.stream(ids.nextIds(minute.row, count))
                .mapToObj(id -> text(minute, id))
                .toList();
    }

    private String text(Minute minute, long id) {
        if (id >= nearlyFull) {
            requireRoom(minute, id);
        }
        return minute.form.text(id);
    }

    private void requireRoom(Minute minute, long id) {
        String row = PrintableText.of(minute.row);
        if (id > capacity) {
            throw new IdsExhaustedException(
                    "tag '%s' has no more texts: id %s of row '%s' is larger than %s, which is what %s has room for"
                            .formatted(PrintableText.of(tag), id, row, capacity, settings.pattern()),
                    null);
        }
        warnOnce(minute, row, id);
    }

    private void warnOnce(Minute minute, String row, long id) {
        if (minute.isWarned.compareAndSet(false, true)) {
            logger.warn(
                    "nine tenths of the texts of row '{}' are used: id {} of {}, which is what {} has room for",
                    row,
                    id,
                    capacity,
                    settings.pattern());
        }
    }

    private Minute minute() {
        long now = time.currentTimeMillis();
        Minute known = last;
        long age = (known == null) ? -1 : now - known.beginMillis;
        return (known != null && age >= 0 && age < MINUTE_MILLIS) ? known : turn(now, known);
    }

    /** The row is the one string of its value, by which its ids are found fastest. */
    private Minute turn(long now, @Nullable Minute known) {
        long begin = now - Math.floorMod(now, MINUTE_MILLIS);
        LocalDate date = settings.dateAt(Instant.ofEpochMilli(begin));
        String row = settings.period().row(tag, date).intern();
        AtomicBoolean isWarned = (known != null && row.equals(known.row)) ? known.isWarned : new AtomicBoolean();
        Minute fresh = new Minute(begin, row, settings.pattern().on(date), isWarned);
        last = fresh;
        return fresh;
    }

    /**
     * The row and the form that hold for a minute.
     *
     * @param beginMillis when it begins
     * @param row the row of its period
     * @param form how its texts are written
     * @param isWarned whether the log has said that the row is nearly used up
     */
    private record Minute(long beginMillis, String row, TextForm form, AtomicBoolean isWarned) {}
}
