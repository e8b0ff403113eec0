package io.leafid.snowflake;

import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import java.time.Duration;

/**
 * Policy that decides whether an id may carry a timestamp, given what the clock shows. Pure: the same inputs give the same
 * verdict.
 *
 * @param toleratedMillis by how much the clock may stand behind for callers to wait until it has caught up
 * @param maxLeadMillis how far a timestamp may be ahead of the clock; 0 if not at all
 */
record ClockPolicy(long toleratedMillis, long maxLeadMillis) {

    static ClockPolicy of(SnowflakeSettings settings) {
        boolean borrows = settings.onBackwards() == OnBackwards.BORROW;
        return new ClockPolicy(
                settings.toleratedBackwards().toMillis(),
                borrows ? settings.maxLead().toMillis() : 0);
    }

    /** The lead that the last timestamp may have over the clock before calls fail. */
    Duration allowedLead() {
        return Duration.ofMillis(Math.max(toleratedMillis, maxLeadMillis));
    }

    /**
     * Decides.
     *
     * @param nowMillis the clock, read before the last timestamp was
     * @param laterMillis the clock, read after it
     * @param usedMillis the highest timestamp that is used: the last id's or, if that is later, the lease's floor
     * @param wantedMillis the timestamp of the next id
     */
    ClockVerdict decide(long nowMillis, long laterMillis, long usedMillis, long wantedMillis) {
        if (wantedMillis <= nowMillis) {
            return ClockVerdict.PROCEED;
        }
        long behind = usedMillis - nowMillis;
        if (behind <= 0) {
            return ClockVerdict.NEXT_MILLISECOND;
        }
        if (laterMillis >= usedMillis) {
            return ClockVerdict.READ_AGAIN;
        }
        if (behind <= toleratedMillis) {
            return ClockVerdict.STEP_TOLERATED;
        }
        if (behind > maxLeadMillis) {
            return ClockVerdict.STEP_TOO_LARGE;
        }
        return (wantedMillis - nowMillis > maxLeadMillis) ? ClockVerdict.LEAD_USED_UP : ClockVerdict.BORROW;
    }
}
