package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.lease.LeaseHistory.Event;
import io.leafid.lease.LeaseHistory.Pace;
import io.leafid.lease.LeaseHistory.Scenario;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What has to hold for a lease after every order in which its events can happen. */
class LeaseStateTest {

    private static final Set<Event> IN_TIME = EnumSet.range(Event.BEGIN, Event.RELEASE);

    @ParameterizedTest
    @EnumSource
    void holdsAfterEveryOrderOfTheSixEvents(Scenario scenario) {
        for (Pace pace : Pace.values()) {
            assertThat(permute(scenario, pace, EnumSet.copyOf(IN_TIME), new ArrayDeque<>()))
                    .isEqualTo(720);
        }
    }

    @ParameterizedTest
    @EnumSource
    void holdsAfterEveryRepetitionOfTheSixEvents(Scenario scenario) {
        for (Pace pace : Pace.values()) {
            assertThat(run(scenario, pace, IN_TIME, 5, begun())).isEqualTo(7_776);
        }
    }

    @ParameterizedTest
    @EnumSource
    void holdsAfterEveryOrderWithAnswersThatComeLate(Scenario scenario) {
        for (Pace pace : Pace.values()) {
            assertThat(run(scenario, pace, EnumSet.allOf(Event.class), 4, begun()))
                    .isEqualTo(6_561);
        }
    }

    private static Deque<Event> begun() {
        return new ArrayDeque<>(List.of(Event.BEGIN));
    }

    private static int permute(Scenario scenario, Pace pace, Set<Event> left, Deque<Event> before) {
        if (left.isEmpty()) {
            return happen(scenario, pace, before);
        }
        int count = 0;
        for (Event event : left) {
            Set<Event> others = EnumSet.copyOf(left);
            others.remove(event);
            before.addLast(event);
            count += permute(scenario, pace, others, before);
            before.removeLast();
        }
        return count;
    }

    private static int run(Scenario scenario, Pace pace, Set<Event> events, int length, Deque<Event> before) {
        if (length == 0) {
            return happen(scenario, pace, before);
        }
        int count = 0;
        for (Event event : events) {
            before.addLast(event);
            count += run(scenario, pace, events, length - 1, before);
            before.removeLast();
        }
        return count;
    }

    private static int happen(Scenario scenario, Pace pace, Deque<Event> events) {
        LeaseHistory history = new LeaseHistory(scenario, pace);
        events.forEach(history::happen);
        return 1;
    }
}
