package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.SegmentUnavailableException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.testing.CapturedLog;
import io.leafid.time.Scheduler;
import io.leafid.time.SharedThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a generator can be asked besides ids, and what its start waits for. */
@Timeout(60)
class SegmentIdGeneratorTest {

    private final ManualGenerator leaf = new ManualGenerator().row("order", 1, 10);

    @Test
    void tagIsUsedFromItsFirstAllocationUntilItIsGone() {
        leaf.row("unused", 1, 10).start();
        assertThat(leaf.generator().usedTags()).isEmpty();
        leaf.nextId("order");
        assertThat(leaf.generator().usedTags()).containsExactly("order");

        leaf.store.remove("order");
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));
        assertThat(leaf.generator().usedTags()).isEmpty();
        assertThat(leaf.generator().status("order")).isEmpty();
        assertThat(leaf.generator().status()).extracting(SegmentTagStatus::tag).containsExactly("unused");
    }

    @Test
    void illegalTagIsNotPreloaded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leaf.preload(" order").generator());
    }

    @Test
    void tagsAreCreatedIfThatIsConfiguredButNotForCallersWhoWantExistingOnes() {
        leaf.start();
        assertThat(leaf.generator().createsTags()).isFalse();

        ManualGenerator creating = new ManualGenerator().with(settings -> settings.autoCreate(10, 5));
        creating.start();
        assertThat(creating.generator().createsTags()).isTrue();
        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> creating.generator().nextIdsOfExisting("fresh", 2));
        assertThat(creating.nextId("fresh")).isEqualTo(5);
        assertThat(creating.generator().nextIdsOfExisting("fresh", 2)).containsExactly(6, 7);
    }

    @Test
    void limitIsTheOneThatWasSet() {
        leaf.start();
        TagLimit limit = new TagLimit(true, 100L);
        assertThat(leaf.generator().limitOf("order")).isEqualTo(TagLimit.NONE);
        leaf.generator().limit("order", limit);
        assertThat(leaf.generator().limitOf("order")).isEqualTo(limit);
    }

    @Test
    void oneStoreHasNoDatabasesWithANameOfTheirOwn() {
        leaf.start();

        assertThat(leaf.generator().storeName()).isEqualTo(leaf.hooks.name());
        assertThat(leaf.generator().databases()).isEmpty();
        assertThat(leaf.generator().databaseOf("order")).isEmpty();
        assertThat(leaf.generator().storeStatus("order"))
                .isEqualTo(leaf.generator().storeStatus());
    }

    @Test
    void lookUpTellsWhetherTheStoreAnswers() {
        leaf.generator();
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId("missing"));
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);

        leaf.store.goDown();
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("other"));
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.DOWN);
    }

    @Test
    void generatorIssuesNothingAfterItsCloseNorAfterAStartThatFails() {
        leaf.start();
        assertThat(leaf.generator().isClosed()).isFalse();
        try (CapturedLog log = new CapturedLog("io.leafid.segment")) {
            leaf.close();
            assertThat(log.warnings()).isEmpty();
        }
        assertThat(leaf.generator().isClosed()).isTrue();
        assertThat(leaf.time.plannedTasks()).isZero();

        ManualGenerator down = new ManualGenerator();
        down.store.goDown();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(down::start);
        assertThat(down.generator().isClosed()).isTrue();
    }

    @Test
    void startWithoutAThreadForTheTimerIsTakenBack() {
        leaf.scheduler(new Scheduler() {
            @Override
            public Task after(Duration delay, Runnable action) {
                throw new RejectedExecutionException("no thread");
            }

            @Override
            public Task every(Duration pause, Runnable action) {
                throw new RejectedExecutionException("no thread");
            }

            @Override
            public void close() {}
        });

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(leaf::start);
        assertThat(leaf.generator().isClosed()).isTrue();
    }

    @Test
    void nothingIsPlannedAnyMoreWhenRangesAreGivenBack() {
        leaf.start();
        leaf.nextId("order");
        assertThat(leaf.time.plannedTasks()).isPositive();
        leaf.hooks.beforeGiveBack(tag -> assertThat(leaf.time.plannedTasks()).isZero());
        leaf.close();

        assertThat(leaf.store.maxId("order")).isEqualTo(2);
    }

    @Test
    void startWaitsForWhatIsPreloaded() throws InterruptedException {
        Thread starting = startThatWaits(leaf::start);
        leaf.loader.runAll();
        starting.join();

        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
    }

    @Test
    void interruptedStartGoesOnWithoutWhatIsPreloaded() throws InterruptedException {
        AtomicBoolean isInterrupted = new AtomicBoolean();
        Thread starting = startThatWaits(() -> {
            leaf.start();
            isInterrupted.set(Thread.interrupted());
        });
        starting.interrupt();
        starting.join();

        assertThat(isInterrupted).isTrue();
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.LOADING);
        assertThat(leaf.generator().isClosed()).isFalse();
    }

    /** A start whose tag is to be preloaded, but no thread runs that asks for it. */
    private Thread startThatWaits(Runnable start) {
        leaf.with(settings -> settings.loadTimeout(Duration.ofMinutes(10)));
        leaf.preload("order").hooks.beforeFindAll(leaf.loader::defer);
        Thread starting = new Thread(start);
        starting.start();
        Awaitility.await().atMost(40, TimeUnit.SECONDS).until(() -> starting.getState() == Thread.State.TIMED_WAITING);
        return starting;
    }

    @Test
    void startThatIsInterruptedWhileItReadsTheTagsFails() {
        leaf.loader.defer();
        leaf.generator();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(leaf::start)
                .withMessage("interrupted while reading the tags");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(leaf.generator().isClosed()).isTrue();
    }

    @Test
    void threadsThatAreGivenOutliveIt() {
        SegmentSettings patient =
                new SettingsBuilder().waitTimeout(Duration.ofMinutes(1)).build();
        try (SharedThreads threads = new SharedThreads()) {
            SegmentIdGenerator first = sharing(threads, patient);
            first.start();
            assertThat(first.nextId("order")).isEqualTo(1);
            first.close();
            SegmentIdGenerator second = sharing(threads, patient);
            second.start();
            assertThat(second.nextId("order"))
                    .as("what was under way at the close is discarded")
                    .isGreaterThan(1);
            second.close();
            leaf.store.goDown();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> sharing(threads, patient).start())
                    .withMessage("scripted outage");
        }
    }

    private SegmentIdGenerator sharing(SharedThreads threads, SegmentSettings settings) {
        return new SegmentIdGenerator(SegmentStores.of(leaf.store), settings, List.of(), null, event -> {}, threads);
    }

    @Test
    void threadsAndChanceAreItsOwnUnlessTheyAreGiven() {
        SegmentSettings patient =
                new SettingsBuilder().waitTimeout(Duration.ofMinutes(1)).build();
        try (SegmentIdGenerator own = new SegmentIdGenerator(leaf.store, patient, List.of(), null, event -> {})) {
            own.start();
            assertThat(own.nextIds("order", 1_000)).hasSize(1_000);
        }
    }
}
