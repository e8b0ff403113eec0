package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a holder of one's own is where it says nothing else, and what its entries and refusals tell. */
class WorkerIdContractTest {

    /** A holder that says only what it must. */
    private static class Silent implements WorkerIdHolder {

        @Override
        public boolean isFixed() {
            return false;
        }

        @Override
        public WorkerIdLease acquire(LeaseRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void release(WorkerIdLease lease, long usedUpToMillis) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<WorkerIdEntry> list() {
            return List.of();
        }

        @Override
        public List<ClockReading> clockReadings(Duration longestSilence) {
            return List.of();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void holderIsNamedAfterItsClassAndIsNoDisk() {
        WorkerIdHolder nameless = new Silent() {};

        assertThat(new Silent().name()).isEqualTo("Silent");
        assertThat(nameless.name()).isEqualTo(nameless.getClass().getName());
        assertThat(nameless.registry()).isEqualTo(nameless.getClass().getName());
        assertThat(nameless.isOnDisk()).isFalse();
    }

    @Test
    void entryOfAnotherWriterOrOfASilentOwnerIsTheSameElse() {
        Instant ceiling = Instant.ofEpochSecond(9);
        WorkerIdEntry entry = new WorkerIdEntry(7, "a:1", ceiling, Instant.ofEpochSecond(1), true, false);

        assertThat(entry.by(WorkerIdEntry.Writer.FORK))
                .isEqualTo(new WorkerIdEntry(
                        7, "a:1", ceiling, Instant.ofEpochSecond(1), true, false, WorkerIdEntry.Writer.FORK));
        assertThat(entry.silent())
                .isEqualTo(new WorkerIdEntry(7, "a:1", ceiling, Instant.ofEpochSecond(1), false, false));
    }

    @Test
    void refusalTellsWhatToCorrect() {
        assertThat(new WorkerIdException.UnfitRegistry("it forgets", "set it right", null).remedy())
                .isEqualTo("set it right");
        assertThat(new WorkerIdException.IdentityInUse(new NodeIdentity("a", 1), "in use").components())
                .containsExactly(WorkerIdComponent.HOST, WorkerIdComponent.PORT);
        assertThat(WorkerIdComponent.WORK_ID_MAP.word()).isEqualTo("work id map");
    }
}
