package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.specification.EventFile.Timed;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdLease;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseHistoryTest {

    @TempDir
    private Path directory;

    @Test
    void lostWorkerIdIsUsedToItsEndAlsoAfterAnotherWasTaken() {
        LeaseHistory history = new LeaseHistory(1);
        history.add(
                "paused",
                List.of(
                        new Timed<>(0, LeaseEvent.acquires("paused", "a", "first")),
                        new Timed<>(1, LeaseEvent.held("paused", new WorkerIdLease(1, "first", 1_000, 2_000))),
                        new Timed<>(2, LeaseEvent.used("paused", 1, 1_100)),
                        new Timed<>(3, LeaseEvent.asks("paused", 1, "first", 3_000)),
                        new Timed<>(4, LeaseEvent.answered("paused", new WorkerIdLease(1, "first", 1_000, 3_000))),
                        new Timed<>(20, LeaseEvent.asks("paused", 1, "first", 3_100)),
                        new Timed<>(21, LeaseEvent.lost("paused", 1)),
                        new Timed<>(22, LeaseEvent.acquires("paused", "a", "third")),
                        new Timed<>(23, LeaseEvent.held("paused", new WorkerIdLease(2, "third", 3_000, 4_000))),
                        new Timed<>(24, LeaseEvent.used("paused", 1, 2_500))));
        history.add(
                "other",
                List.of(
                        new Timed<>(10, LeaseEvent.acquires("other", "b", "second")),
                        new Timed<>(11, LeaseEvent.held("other", new WorkerIdLease(1, "second", 3_000, 4_000)))));
        assertThat(TraceCheck.OF_LEASES.refused(directory, List.of(history.trace("a lost worker id"))))
                .isEmpty();
    }

    @Test
    void runThatResumesFromItsMarkGoesOnUpToItsCeiling() {
        LeaseHistory history = new LeaseHistory(1);
        WorkerIdLease first = new WorkerIdLease(1, "first", 1_000, 3_000);
        history.add(
                "killed",
                List.of(
                        new Timed<>(0, LeaseEvent.acquires("killed", "a", "first")),
                        new Timed<>(1, LeaseEvent.held("killed", first)),
                        new Timed<>(2, LeaseEvent.used("killed", 1, 1_100))));
        FoundMark mark = new FoundMark(new HighWaterMark(1, "first", 1_500, 3_000), MarkEvidence.WRITER_ENDED, "");
        history.add(
                "resumed",
                List.of(
                        new Timed<>(10, LeaseEvent.brings("resumed", "a", mark)),
                        new Timed<>(11, LeaseEvent.acquires("resumed", "a", "second")),
                        new Timed<>(12, LeaseEvent.failed("resumed", "second")),
                        new Timed<>(13, LeaseEvent.used("resumed", 1, 1_600))));
        assertThat(TraceCheck.OF_LEASES.refused(directory, List.of(history.trace("a start without the registry"))))
                .isEmpty();
    }

    @Test
    void startThatHearsLateMayHaveBeenFirst() {
        LeaseHistory history = new LeaseHistory(1);
        history.add(
                "paused",
                List.of(
                        new Timed<>(0, LeaseEvent.acquires("paused", "a", "first")),
                        new Timed<>(20, LeaseEvent.held("paused", new WorkerIdLease(1, "first", 1_000, 2_000)))));
        history.add(
                "other",
                List.of(
                        new Timed<>(10, LeaseEvent.acquires("other", "b", "second")),
                        new Timed<>(11, LeaseEvent.held("other", new WorkerIdLease(1, "second", 2_000, 3_000))),
                        new Timed<>(30, LeaseEvent.used("other", 1, 2_500))));
        assertThat(TraceCheck.OF_LEASES.refused(directory, List.of(history.trace("two starts"))))
                .isEmpty();
    }
}
