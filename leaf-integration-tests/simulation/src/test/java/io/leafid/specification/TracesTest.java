package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.cluster.Traces;
import io.leafid.testing.SilentLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What simulated clusters do is a behaviour of the specification, and what they do not is none. */
@ExtendWith(SilentLog.class)
@Tag("nightly")
class TracesTest {

    private static final int SEEDS = Integer.getInteger("leaf.specification.traces", 100);

    private static final int FIRST_SEED = Integer.getInteger("leaf.specification.first-trace", 0);

    /** So many schedules in one run of TLC. */
    private static final int BATCH = 300;

    @TempDir
    private Path directory;

    @Test
    void leasesOfSimulatedClustersFollowTheSpecification(TestReporter reporter) throws IOException {
        follow(Traces::ofLeases, SEEDS, TraceCheck.OF_LEASES, reporter);
    }

    /** As many schedules as {@code ClusterSimulationTest} runs of these. */
    @Test
    void leasesWhoseRecordsAreDeletedFollowTheSpecification(TestReporter reporter) throws IOException {
        follow(Traces::ofDeletedRecords, SEEDS / 4, TraceCheck.OF_LEASES, reporter);
    }

    @Test
    void segmentsOfSimulatedClustersFollowTheSpecification(TestReporter reporter) throws IOException {
        follow(Traces::ofSegments, SEEDS, TraceCheck.OF_SEGMENTS, reporter);
    }

    private void follow(LongFunction<List<ProtocolTrace>> source, int seeds, TraceCheck check, TestReporter reporter)
            throws IOException {
        long followed = 0;
        long events = 0;
        for (int first = FIRST_SEED; first < FIRST_SEED + seeds; first += BATCH) {
            List<ProtocolTrace> traces = traces(source, first, Math.min(BATCH, FIRST_SEED + seeds - first));
            Path batch = Files.createDirectory(directory.resolve("from-" + first));
            assertThat(check.refused(batch, traces)).isEmpty();
            followed += traces.size();
            events += traces.stream().mapToInt(trace -> trace.events().size()).sum();
        }
        reporter.publishEntry("traces", "%d of %d schedules, %d events".formatted(followed, seeds, events));
        assertThat(events).isGreaterThan(20L * seeds);
    }

    private static List<ProtocolTrace> traces(LongFunction<List<ProtocolTrace>> source, int first, int seeds) {
        List<ProtocolTrace> traces = new ArrayList<>();
        for (int seed = first; seed < first + seeds; seed++) {
            traces.addAll(source.apply(seed));
        }
        traces.removeIf(trace -> trace.events().isEmpty());
        return traces;
    }

    @Test
    void alteredLeasesAreRefused() {
        Altered.leases(traces(Traces::ofLeases, FIRST_SEED, 4)).requireRefused(directory);
    }

    @Test
    void alteredSegmentsAreRefused() {
        Altered.segments(traces(Traces::ofSegments, FIRST_SEED, 6)).requireRefused(directory);
    }
}
