package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.time.ManualTime;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of a store or registry, and which changes are told. */
class AvailabilityTest {

    private final ManualTime time = new ManualTime();
    private final List<String> told = new ArrayList<>();
    private final Availability availability = new Availability(time, new Availability.Listener() {
        @Override
        public void up(Instant at, Duration outage) {
            assertThat(at).isEqualTo(time.now());
            told.add("up after " + outage.toSeconds());
        }

        @Override
        public void down(Instant at, String reason) {
            assertThat(at).isEqualTo(time.now());
            told.add("down: " + reason);
        }
    });

    @Test
    void nothingIsKnownBeforeTheFirstCall() {
        assertThat(availability.status()).isEqualTo(new Availability.Status(Availability.State.UNKNOWN, null, null));
        assertThat(availability.explained("too early")).isNull();
        assertThat(availability.status().state()).isEqualTo(Availability.State.UNKNOWN);
    }

    @Test
    void firstAnswerIsNoChangeThatIsTold() {
        Instant first = time.now();
        availability.succeeded();
        time.advance(Duration.ofSeconds(1));
        availability.succeeded();

        assertThat(availability.status()).isEqualTo(new Availability.Status(Availability.State.UP, first, null));
        assertThat(told).isEmpty();
    }

    @Test
    void eachChangeIsToldOnce() {
        assertThat(availability.failed("refused", time.nanoTime())).isTrue();
        time.advance(Duration.ofSeconds(3));
        assertThat(availability.failed("reset", time.nanoTime())).isFalse();
        time.advance(Duration.ofSeconds(4));
        availability.succeeded();
        availability.succeeded();
        assertThat(availability.failed("again", time.nanoTime())).isTrue();

        assertThat(told).containsExactly("down: refused", "up after 7", "down: again");
    }

    @Test
    void outageKeepsItsBeginAndItsFirstReasonUnlessItIsExplained() {
        Instant began = time.now();
        availability.failed("time-out", time.nanoTime());
        time.advance(Duration.ofSeconds(3));
        availability.failed("another time-out", time.nanoTime());
        assertThat(availability.status())
                .isEqualTo(new Availability.Status(Availability.State.DOWN, began, "time-out"));

        assertThat(availability.explained("access denied")).isEqualTo("time-out");
        assertThat(availability.status())
                .isEqualTo(new Availability.Status(Availability.State.DOWN, began, "access denied"));
        assertThat(told).containsExactly("down: time-out");
    }

    @Test
    void refusalIsAnAnswerWhoseReasonStaysUntilTheNextOne() {
        availability.answered("no id is free");
        Instant up = time.now();
        assertThat(availability.status())
                .isEqualTo(new Availability.Status(Availability.State.UP, up, "no id is free"));
        time.advance(Duration.ofSeconds(1));
        availability.answered("still none");
        assertThat(availability.status()).isEqualTo(new Availability.Status(Availability.State.UP, up, "still none"));
        availability.succeeded();
        assertThat(availability.status()).isEqualTo(new Availability.Status(Availability.State.UP, up, null));
        assertThat(told).isEmpty();
    }

    @Test
    void refusalEndsAnOutage() {
        availability.failed("time-out", time.nanoTime());
        time.advance(Duration.ofSeconds(2));
        availability.answered("no id is free");

        assertThat(told).containsExactly("down: time-out", "up after 2");
        assertThat(availability.explained("late news")).isNull();
        assertThat(availability.status().reason()).isEqualTo("no id is free");
    }

    @Test
    void answerThatTellsNothingNewChangesNothing() {
        availability.succeeded();
        Availability.Status before = availability.status();
        availability.succeeded();

        assertThat(availability.status()).isSameAs(before);
    }

    @Test
    void ofTwoThreadsThatFailAtOnceOneTells() {
        List<String> downs = new ArrayList<>();
        Availability[] raced = new Availability[1];
        TimeSource other = new TimeSource() {

            private boolean isFirst = true;

            @Override
            public long currentTimeMillis() {
                if (isFirst) {
                    isFirst = false;
                    assertThat(raced[0].failed("of the other thread", time.nanoTime()))
                            .isTrue();
                }
                return time.currentTimeMillis();
            }

            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public void parkNanos(long nanos) {
                time.parkNanos(nanos);
            }
        };
        raced[0] = new Availability(other, new Availability.Listener() {
            @Override
            public void up(Instant at, Duration outage) {}

            @Override
            public void down(Instant at, String reason) {
                downs.add(reason);
            }
        });

        assertThat(raced[0].failed("of this one", time.nanoTime())).isFalse();
        assertThat(downs).containsExactly("of the other thread");
    }
}
