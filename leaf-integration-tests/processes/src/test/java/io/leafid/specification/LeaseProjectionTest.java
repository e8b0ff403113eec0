package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdLease;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real processes have written down of a worker id, as TLC follows it. */
class LeaseProjectionTest {

    @TempDir
    private Path directory;

    private void requireFollowed(LeaseEvent... events) {
        ProtocolTrace trace = LeaseProjection.ofProcesses(1, List.of(events)).trace("one worker id");
        assertThat(TraceCheck.OF_LEASES.refused(directory, List.of(trace))).isEmpty();
    }

    @Test
    void lostWorkerIdIsUsedToItsEndAlsoAfterAnotherWasTaken() {
        requireFollowed(
                LeaseEvent.acquires("paused", "a", "first"),
                LeaseEvent.held("paused", new WorkerIdLease(1, "first", 1_000, 2_000)),
                LeaseEvent.used("paused", 1, 1_100),
                LeaseEvent.asks("paused", 1, "first", 3_000),
                LeaseEvent.answered("paused", new WorkerIdLease(1, "first", 1_000, 3_000)),
                LeaseEvent.acquires("other", "b", "second"),
                LeaseEvent.held("other", new WorkerIdLease(1, "second", 3_000, 4_000)),
                LeaseEvent.ended("other"),
                LeaseEvent.asks("paused", 1, "first", 3_100),
                LeaseEvent.lost("paused", 1),
                LeaseEvent.acquires("paused", "a", "third"),
                LeaseEvent.held("paused", new WorkerIdLease(2, "third", 3_000, 4_000)),
                LeaseEvent.used("paused", 1, 2_500),
                LeaseEvent.ended("paused"));
    }

    @Test
    void runThatResumesFromItsMarkGoesOnUpToItsCeiling() {
        FoundMark mark = new FoundMark(new HighWaterMark(1, "first", 1_500, 3_000), MarkEvidence.WRITER_ENDED, "");
        requireFollowed(
                LeaseEvent.acquires("killed", "a", "first"),
                LeaseEvent.held("killed", new WorkerIdLease(1, "first", 1_000, 3_000)),
                LeaseEvent.used("killed", 1, 1_100),
                LeaseEvent.ended("killed"),
                LeaseEvent.brings("resumed", "a", mark),
                LeaseEvent.acquires("resumed", "a", "second"),
                LeaseEvent.failed("resumed", "second"),
                LeaseEvent.used("resumed", 1, 1_600),
                LeaseEvent.ended("resumed"));
    }

    @Test
    void startThatHearsLateMayHaveBeenFirst() {
        requireFollowed(
                LeaseEvent.acquires("paused", "a", "first"),
                LeaseEvent.acquires("other", "b", "second"),
                LeaseEvent.held("other", new WorkerIdLease(1, "second", 2_000, 3_000)),
                LeaseEvent.held("paused", new WorkerIdLease(1, "first", 1_000, 2_000)),
                LeaseEvent.ended("paused"),
                LeaseEvent.used("other", 1, 2_500),
                LeaseEvent.ended("other"));
    }
}
