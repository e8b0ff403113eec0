package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdGenerationExceptionTest {

    private final Throwable cause = new IllegalStateException("database is unavailable");

    @Test
    void theFamilyIsClosedAndUnchecked() {
        assertThat(IdGenerationException.class.getSuperclass()).isEqualTo(RuntimeException.class);
        assertThat(IdGenerationException.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(
                        UnknownTagException.class,
                        SegmentUnavailableException.class,
                        ClockMovedBackwardsException.class,
                        WorkerIdUnavailableException.class,
                        IdsExhaustedException.class,
                        RateExceededException.class,
                        TagDisabledException.class)
                .allSatisfy(type -> assertThat(type).isFinal());
    }

    @Test
    void messageAndCauseAreKept() {
        assertThat(new SegmentUnavailableException("none left", cause))
                .hasMessage("none left")
                .hasCause(cause);
        assertThat(new IdsExhaustedException("used up", cause))
                .hasMessage("used up")
                .hasCause(cause);
        assertThat(new WorkerIdUnavailableException("no lease", cause))
                .hasMessage("no lease")
                .hasCause(cause);
    }

    @Test
    void anUnknownTagIsNamed() {
        assertThat(new UnknownTagException("order", "no row", null).tag()).isEqualTo("order");
    }

    @Test
    void aClockThatMovedBackTellsByHowMuch() {
        assertThat(new ClockMovedBackwardsException(Duration.ofMillis(7), "behind").offset())
                .isEqualTo(Duration.ofMillis(7));
    }
}
