package io.leafid.cluster;

import io.leafid.IdGenerationException;
import io.leafid.RateExceededException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import java.util.HashMap;
import java.util.Map;

/** The limits of the tags of one process, and what is promised of calls that begin and end under one of them. One thread at a time. */
final class LimitBooks {

    /** A ten thousandth is what the gate may let through too much. */
    private static final double ROUNDED = 1.0001;

    private final Run run;
    private final Map<String, Held> held = new HashMap<>();
    private final Map<String, Integer> underWay = new HashMap<>();

    LimitBooks(Run run) {
        this.run = run;
    }

    /**
     * Changes the limit of a tag; a call that begins meanwhile may come under the former one or the next. Of two changes at once, by
     * threads that lose the processor, either may be the last, so that nothing is known until the next change.
     */
    void change(String tag, TagLimit limit, Runnable change) {
        Held unsettled = new Held(TagLimit.NONE, false, 0);
        held.put(tag, unsettled);
        underWay.merge(tag, 1, Integer::sum);
        change.run();
        boolean isLast = underWay.merge(tag, -1, Integer::sum) == 0;
        boolean isAlone = isLast && held.get(tag) == unsettled;
        held.put(tag, new Held(limit, isAlone, run.machine().nanos()));
    }

    /** What holds for a tag now. */
    Held of(String tag) {
        return held.computeIfAbsent(tag, key -> new Held(TagLimit.NONE, true, 0));
    }

    /** A call has returned so many ids. */
    void issued(String tag, Held begun, int count) {
        if (!holds(tag, begun)) {
            return;
        }
        begun.passed += count;
        Long rate = begun.limit.maxRate();
        double seconds = (run.machine().nanos() - begun.sinceNanos) / 1e9;
        if (!begun.limit.enabled()) {
            complain("issues ids of '%s', which is switched off".formatted(tag));
        } else if (rate != null && begun.passed > rate * (seconds + 1) * ROUNDED) {
            complain(
                    "issues %d ids of '%s' within %.3f s, at a rate of %d".formatted(begun.passed, tag, seconds, rate));
        }
    }

    /** A call has been refused. */
    void refused(String tag, Held begun, int count, IdGenerationException why) {
        if (!holds(tag, begun)) {
            return;
        }
        Long rate = begun.limit.maxRate();
        if (why instanceof TagDisabledException && begun.limit.enabled()) {
            complain("says that '%s' is switched off, but it is not".formatted(tag));
        }
        if (why instanceof RateExceededException ex) {
            if (rate == null) {
                complain("says that the rate of '%s' is used up, but it has none".formatted(tag));
            } else if (ex.retryAfter().isPresent() == count > rate) {
                complain("says of %d ids of '%s' that they come after %s".formatted(count, tag, ex.retryAfter()));
            }
        }
    }

    private boolean holds(String tag, Held begun) {
        return begun.isSettled && of(tag) == begun;
    }

    private void complain(String what) {
        run.cluster().books().complain(run + " " + what);
    }

    /** A limit from its beginning to its change. */
    static final class Held {

        private final TagLimit limit;
        private final boolean isSettled;
        private final long sinceNanos;
        private long passed;

        private Held(TagLimit limit, boolean isSettled, long sinceNanos) {
            this.limit = limit;
            this.isSettled = isSettled;
            this.sinceNanos = sinceNanos;
        }
    }
}
