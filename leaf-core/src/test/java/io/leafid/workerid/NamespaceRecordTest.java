package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.CapturedLog;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceRecordTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final LeaseRequest REQUEST = LeaseRequest.of(
            new NodeIdentity("10.0.0.1", 8080), new WorkerIdRange(0, 7), SnowflakeLayout.DEFAULT, TimeSource.system());

    private static final LeaseRequest WAITING = REQUEST.over(
            new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0, Duration.ofSeconds(6)));

    private static final NamespaceRecord WANTED = new NamespaceRecord(LAYOUT, "zk_recycle");

    @Test
    void lineIsWrittenAndRead() {
        assertThat(WANTED.text()).isEqualTo("1288834974657/41/10/12/zk_recycle");
        assertThat(NamespaceRecord.parse(WANTED.text())).contains(WANTED);
    }

    @Test
    void floorIsAtTheEndOfTheLine() {
        NamespaceRecord record = NamespaceRecord.of(REQUEST.notBefore(1_764_000_000_000L), "jdbc_recycle");

        assertThat(record.text())
                .isEqualTo("1288834974657/41/10/12/jdbc_recycle/1764000000000")
                .hasSizeLessThan(64); // the column of the table
        assertThat(NamespaceRecord.parse(record.text())).contains(record);
        assertThat(NamespaceRecord.parse(record.text() + "x")).isEmpty();
    }

    @Test
    void highestFloorIsRecordedAndHoldsForThoseThatNameNone() {
        MemoryPlace place = new MemoryPlace(null);
        NamespaceRecord low = NamespaceRecord.of(REQUEST.notBefore(5_000), "zk_recycle");
        NamespaceRecord high = NamespaceRecord.of(REQUEST.notBefore(9_000), "zk_recycle");
        for (NamespaceRecord each : List.of(WANTED, low, high, low, WANTED)) {
            each.require(place);
        }

        assertThat(place.record).isEqualTo(high);
        assertThat(WANTED.joined(place, Optional.of(WANTED.require(place))).floorMillis())
                .isEqualTo(9_000);
    }

    @Test
    void floorThatLosesARaceIsRecordedAllTheSame() {
        MemoryPlace place = new MemoryPlace(WANTED);
        place.lostRaces = 1;
        NamespaceRecord high = NamespaceRecord.of(REQUEST.notBefore(9_000), "zk_recycle");

        high.require(place);

        assertThat(place.record).isEqualTo(high);
        assertThat(WANTED.look(place, REQUEST).ids().floorMillis()).isEqualTo(9_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "layout",
                "1288834974657/41/10/12",
                "1/41/10/mode",
                "x/41/10/12/mode",
                "1/41/10/13/mode",
                "1/41/-10/32/mode",
                "1/41/10/99999999999/mode",
                "1/41/10/4294967308/mode",
                "99999999999999999999/41/10/12/mode"
            })
    void whatIsNoRecordIsRefused(String text) {
        assertThat(NamespaceRecord.parse(text)).isEmpty();
    }

    @Test
    void firstStartRecordsAndTheNextOnesAgree() {
        MemoryPlace place = new MemoryPlace(null);

        WANTED.require(place);
        WANTED.require(place);

        assertThat(place.record).isEqualTo(WANTED);
        assertThat(place.writes).isEqualTo(1);
    }

    @Test
    void anotherLayoutOrModeIsRefusedAndLeftAlone() {
        SnowflakeLayout layout = new SnowflakeLayout(0, 41, 10, 12);
        MemoryPlace otherLayout = new MemoryPlace(new NamespaceRecord(layout, "zk_recycle"));
        MemoryPlace otherMode = new MemoryPlace(new NamespaceRecord(LAYOUT, "zk_normal"));

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> WANTED.require(otherLayout))
                .withMessageStartingWith("the namespace was begun with");
        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> WANTED.require(otherMode))
                .withMessageContaining("delete the place");
        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> WANTED.look(otherLayout, REQUEST));
        WANTED.look(new MemoryPlace(WANTED), REQUEST);
        assertThat(otherLayout.writes + otherMode.writes).isZero();
    }

    @Test
    void lostRaceIsReadAgainAndAnEndlessOneGivenUp() {
        MemoryPlace raced = new MemoryPlace(null);
        raced.lostRaces = 2;
        MemoryPlace restless = new MemoryPlace(null);
        restless.lostRaces = Integer.MAX_VALUE;

        WANTED.require(raced);

        assertThat(raced.record).isEqualTo(WANTED);
        MemoryPlace last = new MemoryPlace(null);
        last.lostRaces = 5;
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(() -> WANTED.require(last));
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> WANTED.require(restless))
                .withMessage("the place changes faster than it can be read");
    }

    @Test
    void nothingIsTakenWhereRecordsAreMissingAndTheOneThatWasReadIsGone() {
        MemoryPlace place = new MemoryPlace(null);
        place.lostRaces = 1;
        long old = Duration.ofHours(1).toMillis();

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> WANTED.requireSettled(place, WANTED, old, false, WAITING));
    }

    /** By a start in another mode, after all was deleted. */
    @Test
    void recordOfARunningNodeTakesThePlaceOfOneThatIsTooYoungToRestOnAndOfNoOther() {
        MemoryPlace place = new MemoryPlace(null);
        NamespaceRecord.Begun<NamespaceRecord> running = WANTED.begin(place, WAITING);
        NamespaceRecord other = new NamespaceRecord(LAYOUT, "zk_normal");
        place.record = other;
        place.ageMillis = 6_000;
        running.putBack();
        assertThat(place.record).isEqualTo(other);

        place.ageMillis = 5_999;
        running.putBack();
        assertThat(place.record).isEqualTo(WANTED);
        place.record = null;
        running.putBack();
        assertThat(place.record).isEqualTo(WANTED);
    }

    @Test
    void recordIsPutBackOnceAndThatIsTold() {
        MemoryPlace place = new MemoryPlace(null);
        NamespaceRecord.Begun<NamespaceRecord> running = WANTED.begin(place, WAITING);
        int writes = place.writes;

        try (CapturedLog log = new CapturedLog("io.leafid.workerid")) {
            running.putBack();
            assertThat(place.writes).as("it is there").isEqualTo(writes);
            place.lostRaces = 2;
            place.record = null;
            running.putBack();
            place.record = new NamespaceRecord(LAYOUT, "zk_normal");
            running.putBack();
            assertThat(log.warnings()).as("another was faster").isEmpty();

            running.putBack();
            assertThat(log.warnings())
                    .containsExactly("the place was deleted under running nodes, and has been put back");
        }
    }

    @Test
    void nothingIsWaitedForWhereAllIsKnownToBeBack() {
        MemoryPlace place = new MemoryPlace(WANTED);

        WANTED.requireSettled(place, WANTED, 0, false, REQUEST);

        assertThat(place.writes).isZero();
    }

    @Test
    void whatIsTooYoungToRestOnIsWaitedFor() {
        MemoryPlace place = new MemoryPlace(null);
        NamespaceRecord.Begun<NamespaceRecord> begun = WANTED.begin(place, WAITING);
        place.ageMillis = 5_999;
        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(begun::requireSettled)
                .satisfies(ex -> assertThat(ex.left()).isEqualTo(Duration.ofMillis(1)));

        place.ageMillis = 6_000;
        begun.requireSettled();
    }

    /** It does not tell how long ago all was deleted. */
    @Test
    void recordOfAClockThatSteppedBackIsWrittenAnewAndWaitedFor() {
        MemoryPlace place = new MemoryPlace(null);
        NamespaceRecord.Begun<NamespaceRecord> begun = WANTED.begin(place, WAITING);
        int writes = place.writes;
        place.ageMillis = -1;

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(begun::requireSettled)
                .satisfies(ex -> assertThat(ex.left()).isEqualTo(Duration.ofSeconds(6)));
        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> WANTED.requireSettled(place, WANTED, -1, true, WAITING));
        assertThat(place.writes - writes).isEqualTo(2);
    }

    private static final class MemoryPlace implements NamespaceRecord.Place<NamespaceRecord> {

        private @Nullable NamespaceRecord record;
        private int writes;
        private int lostRaces;
        private long ageMillis;

        private MemoryPlace(@Nullable NamespaceRecord record) {
            this.record = record;
        }

        @Override
        public String namespace() {
            return "the namespace";
        }

        @Override
        public String name() {
            return "the place";
        }

        @Override
        public Optional<NamespaceRecord> read() {
            return Optional.ofNullable(record);
        }

        @Override
        public long ageMillis(NamespaceRecord found) {
            return ageMillis;
        }

        @Override
        public NamespaceRecord recordOf(NamespaceRecord found) {
            return found;
        }

        @Override
        public boolean create(NamespaceRecord wanted) {
            return write(wanted);
        }

        @Override
        public boolean replace(NamespaceRecord found, NamespaceRecord wanted) {
            return write(wanted);
        }

        private boolean write(NamespaceRecord wanted) {
            if (lostRaces > 0) {
                lostRaces--;
                return false;
            }
            record = wanted;
            writes++;
            return true;
        }
    }
}
