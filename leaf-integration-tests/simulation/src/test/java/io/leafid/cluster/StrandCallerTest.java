package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a run may take is up to the machine; whether anything happens in it is not. */
class StrandCallerTest {

    private static final Duration MOST = Duration.ofMillis(20);

    @Test
    void callerWaitsAsLongAsSomethingHappens() {
        AtomicLong looks = new AtomicLong();
        AtomicLong happened = new AtomicLong();
        Strand.Caller[] caller = new Strand.Caller[1];
        caller[0] = new Strand.Caller(MOST, () -> {
            if (looks.incrementAndGet() == 5) {
                caller[0].goOn();
            }
            return happened.incrementAndGet();
        });

        caller[0].awaitTurn();
    }

    @Test
    void strandThatWaitsForWhatIsNotSimulatedIsTold() {
        Strand.Caller caller = new Strand.Caller(MOST, () -> 7);

        assertThatIllegalStateException()
                .isThrownBy(caller::awaitTurn)
                .withMessage("a thread waits for what is not simulated");
    }
}
