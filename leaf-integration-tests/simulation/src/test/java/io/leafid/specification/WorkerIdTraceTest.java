package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leafid.cluster.WorkerIdTrace;
import io.leafid.cluster.WorkerIdTraces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What simulated clusters do is a behaviour of the specification, and what they do not is none. */
class WorkerIdTraceTest {

    private static final int SEEDS = Integer.getInteger("leaf.specification.traces", 200);

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
    void tracesOfSimulatedClustersAreBehavioursOfTheSpecification(TestReporter reporter) {
        List<WorkerIdTrace> traces = traces(SEEDS);
        int events = traces.stream().mapToInt(trace -> trace.events().size()).sum();
        reporter.publishEntry("traces", "%d of %d schedules, %d events".formatted(traces.size(), SEEDS, events));

        assertThat(new TraceCheck(directory).refused(traces)).isEmpty();
        assertThat(events).isGreaterThan(20 * SEEDS);
    }

    private static List<WorkerIdTrace> traces(int seeds) {
        List<WorkerIdTrace> traces = new ArrayList<>();
        for (int seed = 0; seed < seeds; seed++) {
            traces.addAll(WorkerIdTraces.of(seed));
        }
        traces.removeIf(trace -> trace.events().isEmpty());
        return traces;
    }
}
