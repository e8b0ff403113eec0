package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which instance is asked first, and which last. */
class InstanceChoiceTest {

    private static final Duration BACK_OFF = Duration.ofSeconds(10);

    private final ServiceInstance east1 = new ServiceInstance("http://e1", "east");
    private final ServiceInstance east2 = new ServiceInstance("http://e2", "east");
    private final ServiceInstance west = new ServiceInstance("http://w", "west");
    private final List<ServiceInstance> all = List.of(west, east1, east2);
    private final ManualTime time = new ManualTime();
    private final InstanceChoice choice = new InstanceChoice("east", BACK_OFF, 0, time);

    @Test
    void instancesOfTheOwnZoneAreAskedFirstAndInTurn() {
        assertThat(choice.order(all)).containsExactly(east1, east2, west);
        assertThat(choice.order(all)).containsExactly(east2, east1, west);
        assertThat(choice.order(all)).containsExactly(east1, east2, west);
    }

    @Test
    void withoutAZoneAllAreAskedInTurn() {
        InstanceChoice anywhere = new InstanceChoice("", BACK_OFF, 0, time);

        assertThat(List.of(
                        anywhere.order(all).get(0),
                        anywhere.order(all).get(0),
                        anywhere.order(all).get(0)))
                .containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void instanceThatFailedIsAskedLastUntilItsBackOffEnds() {
        choice.failed(east1);
        assertThat(choice.order(all)).containsExactly(east2, west, east1);
        time.advance(Duration.ofNanos(1));
        choice.failed(east2);
        assertThat(choice.order(all)).containsExactly(west, east1, east2);

        time.advance(BACK_OFF.minusMillis(1));
        assertThat(choice.order(all)).startsWith(west);
        time.advance(Duration.ofMillis(1));
        assertThat(choice.order(all)).endsWith(west);
    }

    @Test
    void whenAllRestTheOneThatHasRestedLongestIsAskedFirst() {
        choice.failed(west);
        time.advance(Duration.ofSeconds(1));
        choice.failed(east2);
        time.advance(Duration.ofSeconds(1));
        choice.failed(east1);

        assertThat(choice.order(all)).containsExactly(west, east2, east1);
    }

    @Test
    void answerEndsTheRest() {
        choice.failed(east1);
        choice.answered(east1);

        assertThat(choice.order(all)).endsWith(west);
    }
}
