package io.leafid.textid;

import io.leafid.IdsExhaustedException;
import io.leafid.PrintableText;
import io.leafid.time.TimeSource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The texts of one tag. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - The date of a text and the tag of its id are those of one turn, so the date of one period never meets the counter of another.
 *   - Within a minute of the time since 1970 no zone changes its date, so what holds at its begin holds to its end.
 * </pre>
 */
final class TagTexts {

    private static final Logger logger = LoggerFactory.getLogger(TagTexts.class);

    private static final long MINUTE_MILLIS = 60_000;

    private final String tag;
    private final TextSettings settings;
    private final TimeSource time;
    private final long capacity;
    private volatile @Nullable Turn last;
    private volatile @Nullable String warned;

    TagTexts(String tag, TextSettings settings, TimeSource time) {
        this.tag = tag;
        this.settings = settings;
        this.time = time;
        this.capacity = settings.pattern().capacity();
    }

    /** Makes texts of ids, which are asked for by the tag of the present period. */
    List<String> make(Function<String, long[]> ids) {
        Turn turn = turn();
        return Arrays.stream(ids.apply(turn.period))
                .mapToObj(id -> text(turn, id))
                .toList();
    }

    private Turn turn() {
        long now = time.currentTimeMillis();
        Turn known = last;
        long age = (known == null) ? -1 : now - known.beginMillis;
        return (known != null && age >= 0 && age < MINUTE_MILLIS) ? known : turn(now);
    }

    /** The tag of the period is the one string of its value, by which its ids are found fastest. */
    private Turn turn(long now) {
        long begin = now - Math.floorMod(now, MINUTE_MILLIS);
        LocalDate date = settings.dateAt(Instant.ofEpochMilli(begin));
        String period = settings.period().of(tag, date).intern();
        Turn fresh = new Turn(begin, period, date);
        last = fresh;
        return fresh;
    }

    private String text(Turn turn, long id) {
        if (id > capacity) {
            throw new IdsExhaustedException(
                    "tag '%s' has no more texts: id %s of row '%s' is larger than %s, which is what %s has room for"
                            .formatted(
                                    PrintableText.of(tag),
                                    id,
                                    PrintableText.of(turn.period),
                                    capacity,
                                    settings.pattern()),
                    null);
        }
        if (id >= capacity - capacity / 10 && !turn.period.equals(warned)) {
            warned = turn.period;
            logger.warn(
                    "nine tenths of the texts of row '{}' are used: id {} of {}, which is what {} has room for",
                    PrintableText.of(turn.period),
                    id,
                    capacity,
                    settings.pattern());
        }
        return settings.pattern().text(turn.date, id);
    }

    /**
     * The tag and the date that hold for a minute.
     *
     * @param beginMillis when it begins
     * @param period the tag of the period
     * @param date the date in the texts
     */
    private record Turn(long beginMillis, String period, LocalDate date) {}
}
