package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.json.JsonObject;
import io.leafid.workerid.compat.OriginalReports;
import org.junit.jupiter.api.Test;

/** How long what another program has said about a worker id counts, by the registry's clock. */
class SightingTest {

    private static final long WRITTEN = 1_000_000;
    private static final long GRACE = OriginalReports.GRACE.toMillis();
    private static final long FRESH = OriginalReports.FORK_SILENCE.toMillis() + GRACE;

    private static Sighting reported(long millis) {
        return Sighting.fixed(7, "10.9.9.9:80", millis, new ZkNode("/n", JsonObject.EMPTY, 0, 0, WRITTEN, 0));
    }

    @Test
    void reporterIsLiveUntilTwoReportsAreMissing() {
        assertThat(reported(5).isLive(WRITTEN + GRACE - 1)).isTrue();
        assertThat(reported(5).isLive(WRITTEN + GRACE)).isFalse();
    }

    @Test
    void nodeThatNoReportWasWrittenToIsNotLive() {
        assertThat(reported(0).isLive(WRITTEN)).isFalse();
        assertThat(reported(1).isLive(WRITTEN)).isTrue();
    }

    @Test
    void ownerMayStillRunForTheForksSilenceAndTwoReports() {
        assertThat(reported(0).freshForMillis(WRITTEN + FRESH - 1)).isEqualTo(1);
        assertThat(reported(0).freshForMillis(WRITTEN + FRESH)).isZero();
    }
}
