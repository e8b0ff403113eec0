package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leafid.cluster.WorkerIdTrace;
import io.leafid.cluster.WorkerIdTrace.Event;
import io.leafid.cluster.WorkerIdTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What simulated clusters do is a behaviour of the specification, and what they do not is none. */
class WorkerIdTraceTest {

    private static final int SEEDS = Integer.getInteger("leaf.specification.traces", 60);

    private static final int FIRST_SEED = Integer.getInteger("leaf.specification.first-trace", 0);

    /** So many schedules in one run of TLC. */
    private static final int BATCH = 150;

    private static final int ALTERED_SEEDS = 4;

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.leafid");

    @TempDir
    private Path directory;

    @BeforeEach
    void silenceTheLog() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void restoreTheLog() {
        logger.setLevel(null);
    }

    @Test
    void tracesOfSimulatedClustersAreBehavioursOfTheSpecification(TestReporter reporter) throws IOException {
        long followed = 0;
        long events = 0;
        for (int first = FIRST_SEED; first < FIRST_SEED + SEEDS; first += BATCH) {
            List<WorkerIdTrace> traces = traces(first, Math.min(BATCH, FIRST_SEED + SEEDS - first));
            Path batch = Files.createDirectory(directory.resolve("from-" + first));
            assertThat(new TraceCheck(batch).refused(traces)).isEmpty();
            followed += traces.size();
            events += traces.stream().mapToInt(trace -> trace.events().size()).sum();
        }
        reporter.publishEntry("traces", "%d of %d schedules, %d events".formatted(followed, SEEDS, events));
        assertThat(events).isGreaterThan(20L * SEEDS);
    }

    @Test
    void alteredTracesAreRefused() {
        List<WorkerIdTrace> altered = new ArrayList<>();
        for (WorkerIdTrace trace : traces(FIRST_SEED, ALTERED_SEEDS)) {
            List<Event> events = trace.events();
            int take = indexOf(events, "take", 0);
            int hold = indexOf(events, "hold", take);
            int mark = indexOf(events, "mark", hold);
            int use = indexOf(events, "use", mark);
            if (use > 0) {
                altered.add(altered(trace, "the mark is left out", without(events, mark)));
                altered.add(altered(trace, "mark and first use are swapped", swapped(events, mark, use)));
                altered.add(altered(trace, "take-over and its answer are swapped", swapped(events, take, hold)));
                altered.add(altered(trace, "the ceiling is moved", moved(events, hold)));
            }
        }

        assertThat(altered).hasSizeGreaterThanOrEqualTo(8);
        assertThat(new TraceCheck(directory).refused(altered))
                .containsOnlyKeys(altered.stream().map(WorkerIdTrace::name).toList());
    }

    private static int indexOf(List<Event> events, String kind, int from) {
        for (int i = Math.max(0, from); from >= 0 && i < events.size(); i++) {
            if (events.get(i).kind().equals(kind)) {
                return i;
            }
        }
        return -1;
    }

    private static WorkerIdTrace altered(WorkerIdTrace trace, String how, List<Event> events) {
        return new WorkerIdTrace(trace.name() + ", but " + how, events);
    }

    private static List<Event> without(List<Event> events, int index) {
        List<Event> fewer = new ArrayList<>(events);
        fewer.remove(index);
        return fewer;
    }

    private static List<Event> swapped(List<Event> events, int one, int other) {
        List<Event> others = new ArrayList<>(events);
        Collections.swap(others, one, other);
        return others;
    }

    private static List<Event> moved(List<Event> events, int index) {
        Event event = events.get(index);
        List<Event> others = new ArrayList<>(events);
        others.set(
                index,
                new Event(event.kind(), event.run(), event.place(), event.old(), event.time(), event.ceiling() + 1));
        return others;
    }

    private static List<WorkerIdTrace> traces(int first, int seeds) {
        List<WorkerIdTrace> traces = new ArrayList<>();
        for (int seed = first; seed < first + seeds; seed++) {
            traces.addAll(WorkerIdTraces.of(seed));
        }
        traces.removeIf(trace -> trace.events().isEmpty());
        return traces;
    }
}
