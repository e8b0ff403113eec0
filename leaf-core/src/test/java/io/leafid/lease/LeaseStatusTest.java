package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static io.leafid.lease.LeaseScene.STRICT;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.CapturedLog;
import io.leafid.text.DurationText;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an operator is told of a lease: how far ids reach, whether the registry answers, how its calls went. */
class LeaseStatusTest {

    private final LeaseScene scene = new LeaseScene();
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    private static InMemoryWorkerIdRegistry.Interference answering(WorkerIdException refusal) {
        return refusing(() -> refusal);
    }

    private static InMemoryWorkerIdRegistry.Interference refusing(Supplier<WorkerIdException> refusal) {
        return new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                throw refusal.get();
            }
        };
    }

    private static @Nullable Instant lastExtended(LeasedNode node) {
        return node.keeper().status().lastExtended();
    }

    private static LeaseReserve reserve(LeasedNode node) {
        return node.keeper().status().reserve();
    }

    @Test
    void fixedWorkerIdWithADiskGoesOnWithoutTheRegistry() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();

        assertThat(reserve(node)).isEqualTo(LeaseReserve.endless(Duration.ofSeconds(10)));
        assertThat(reserve(node).isEndless()).isTrue();
        assertThat(reserve(node)).hasToString("ids go on without it");
    }

    @Test
    void fixedWorkerIdEndsAtItsMarkWhileTheDiskFails() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        long mark = disk.mark().markMillis();
        disk.full(true);
        scene.seconds(3);

        assertThat(reserve(node)).isEqualTo(new LeaseReserve(mark, Duration.ofSeconds(10)));
        assertThat(reserve(node).isEndless()).isFalse();
        assertThat(reserve(node)).hasToString("ids end at " + Instant.ofEpochMilli(mark) + " unless that changes");
    }

    @Test
    void withoutADiskOrWhereItIsToldToStopIdsEndAtTheCeiling() {
        LeasedNode diskless = scene.fixed(A, FIXED, null).start();
        LeasedNode strict = scene.fixed(B, STRICT, disk).start();

        assertThat(reserve(diskless).endMillis()).isEqualTo(scene.registry().ceilingOf(0));
        assertThat(reserve(strict).endMillis()).isEqualTo(scene.registry().ceilingOf(1));
    }

    @Test
    void registryOnTheOwnDiskGoesOnForAsLongAsItAnswers() {
        LeasedNode node = scene.onDisk(A).start();
        assertThat(reserve(node).isEndless()).isTrue();

        node.holder().connected(false);
        scene.seconds(3);
        assertThat(reserve(node).endMillis()).isEqualTo(scene.registry().ceilingOf(0));
    }

    @Test
    void lostLeaseEndsAtItsMarkThoughTheDiskWorks() {
        LeaseScene one = new LeaseScene(new WorkerIdRange(0, 0));
        LeasedNode node = one.fixed(A, FIXED, disk).start();
        long mark = disk.mark().markMillis();
        one.registry().giveTo(B, 0, node.now() + 3_600_000);
        one.seconds(3);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.LOST);
        assertThat(reserve(node).endMillis()).isEqualTo(mark);
    }

    @Test
    void eachReportConfirmsTheReservationAnew() {
        LeasedNode node = scene.fixed(A, STRICT, null).start();
        assertThat(lastExtended(node)).isEqualTo(node.instant());
        Instant since = node.keeper().status().registrySince();
        assertThat(since).isEqualTo(node.instant());
        scene.seconds(3);

        assertThat(lastExtended(node)).isEqualTo(node.instant());
        assertThat(node.window().ceilingMillis()).isEqualTo(node.now() + 10_000);
        assertThat(node.keeper().status().registrySince()).as("unchanged").isEqualTo(since);
        assertThat(node.keeper().status().peerClocks()).isEqualTo(PeerClocks.NONE);
    }

    @Test
    void answerThatComesTooLateConfirmsNothing() {
        LeasedNode node = scene.fixed(A, STRICT, null).start();
        Instant begun = node.instant();
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void after() {
                node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);
            }
        });
        scene.seconds(3);

        assertThat(lastExtended(node)).isEqualTo(begun);
    }

    /** What waits for the registry is marked as soon as the answer is there, not three seconds later. */
    @Test
    void markFollowsTheRegistrysAnswerAtOnce() {
        KeeperSettings tight = new KeeperSettings(
                Duration.ofSeconds(3),
                Duration.ofSeconds(6),
                Duration.ofSeconds(15),
                KeeperSettings.OnRegistryLoss.STOP,
                Duration.ZERO);
        LeasedNode node = scene.fixed(A, tight, disk).start();
        node.registryThread().defer();
        scene.seconds(3);
        long before = disk.mark().markMillis();
        node.registryThread().runAll();

        assertThat(disk.mark().markMillis()).isEqualTo(before + 3_000);
    }

    @Test
    void successorIsConfirmedAndMarkedAtOnce() {
        LeasedNode node = scene.pooled(A, disk).start();
        scene.registry().giveTo(B, 0, node.now() + 3_600_000);
        node.registryThread().defer();
        scene.seconds(3);
        node.registryThread().runAll();

        assertThat(lastExtended(node)).isEqualTo(node.instant());
        assertThat(disk.mark().workerId()).isEqualTo(1);
    }

    /** The generator has stopped while the call for a successor was under way. */
    @Test
    void successorThatIsNotWantedAnyMoreIsGivenBack() {
        LeasedNode node = scene.pooled(A, null).start();
        scene.registry().giveTo(B, 0, node.now() + 3_600_000);
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void after() {
                node.holder().interfere(NONE);
                node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);
            }
        });
        scene.seconds(3);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.RELEASED);
        assertThat(scene.registry().ceilingOf(1))
                .as("its floor, no time of it was used")
                .isEqualTo(node.keeper().window().ceilingMillis());
    }

    @Test
    void lossThatBecomesKnownAfterTheEndIsNotAnnounced() {
        LeasedNode node = scene.pooled(A, null).start();
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                node.holder().interfere(NONE);
                node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);
                throw new WorkerIdException.LeaseLost("taken");
            }
        });
        scene.seconds(3);

        assertThat(node.events()).isEmpty();
        assertThat(node.state()).isEqualTo(LeaseStatus.State.RELEASED);
    }

    @Test
    void registryThatRefusesIsUpAndSaysWhyAndIsLoggedOnce() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            node.holder().interfere(answering(new WorkerIdException.WorkerIdInUse("not you")));
            scene.seconds(9);

            assertThat(node.keeper().status().registryUp()).isTrue();
            assertThat(node.keeper().status().reason()).isEqualTo("not you");
            assertThat(log.warnings())
                    .containsExactly("the registry refuses worker id 0; ids end at %s unless that changes: not you"
                            .formatted(Instant.ofEpochMilli(scene.registry().ceilingOf(0))));
            node.holder().interfere(answering(new WorkerIdException.WorkerIdInUse("still not you")));
            scene.seconds(6);
            assertThat(log.warnings()).hasSize(2);
        }
        node.holder().interfere(InMemoryWorkerIdRegistry.Interference.NONE);
        scene.seconds(3);
        assertThat(node.keeper().status().reason()).isNull();
        assertThat(node.events()).as("it was never away").isEmpty();
    }

    /** As a worker id that is lost without a replacement: each attempt says how long it still takes, and nothing has changed. */
    @Test
    void refusalOfWhichOnlyTheTimesChangeIsLoggedAgainAfterTenMinutesAndNotBefore() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        Instant free = node.instant().plus(Duration.ofHours(1));
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            node.holder().interfere(refusing(() -> {
                Duration left = Duration.between(node.instant(), free);
                return new WorkerIdException.Exhausted(
                        "10.0.0.2:8080 reported %s ago; the first becomes free at %s, in %d s"
                                .formatted(DurationText.of(left), node.instant(), left.toSeconds()),
                        List.of());
            }));
            scene.seconds(600);
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("10.0.0.2:8080 reported 59 minutes 57 seconds ago");
            assertThat(node.keeper().status().reason()).contains("in 3000 s");

            scene.seconds(3);
            assertThat(log.warnings()).hasSize(2).last().asString().endsWith("in 2997 s");
            node.holder().interfere(refusing(() -> new WorkerIdException.ClockBehindMark(0, node.instant(), free)));
            scene.seconds(60);
            assertThat(log.warnings()).hasSize(3).last().asString().contains("the clock reads");
        }
    }

    @Test
    void refusalIsLoggedAnewAfterAnAnswerOrAnOutage() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            for (InMemoryWorkerIdRegistry.Interference between : List.of(
                    InMemoryWorkerIdRegistry.Interference.NONE,
                    answering(new WorkerIdException.RegistryUnavailable("timed out", null)))) {
                node.holder().interfere(answering(new WorkerIdException.WorkerIdInUse("not you")));
                scene.seconds(6);
                node.holder().interfere(between);
                scene.seconds(6);
            }
            node.holder().interfere(answering(new WorkerIdException.WorkerIdInUse("not you")));
            scene.seconds(6);

            assertThat(log.warnings())
                    .filteredOn(text -> text.endsWith("not you"))
                    .hasSize(3);
        }
    }

    @Test
    void outageIsLoggedOnceAndItsLastReasonCounts() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            node.holder().interfere(answering(new WorkerIdException.RegistryUnavailable("timed out", null)));
            scene.seconds(3);
            node.holder().interfere(answering(new WorkerIdException.RegistryUnavailable("refused", null)));
            scene.seconds(3);

            assertThat(node.keeper().status().reason()).isEqualTo("refused");
            assertThat(node.keeper().status().registrySince())
                    .isEqualTo(node.instant().minusSeconds(3));
            assertThat(log.warnings())
                    .containsExactly("the registry of worker ids fails; ids go on without it: timed out");
        }
    }

    @Test
    void diskThatFailsIsLoggedOnce() {
        scene.fixed(A, FIXED, disk).start();
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            disk.full(true);
            scene.seconds(9);

            assertThat(log.warnings()).singleElement().asString().startsWith("the local mark cannot be written; ");
        }
    }

    @Test
    void callsAreCountedAndTimed() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                scene.time().parkNanos(Duration.ofMillis(20).toNanos());
            }
        });
        scene.seconds(3);
        assertThat(node.keeper().extensions())
                .isEqualTo(new LeaseExtensions(2, Duration.ofMillis(20), 0, Duration.ZERO));

        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                scene.time().parkNanos(Duration.ofMillis(50).toNanos());
                throw new WorkerIdException.RegistryUnavailable("lost", null);
            }
        });
        int before = node.holder().calls();
        scene.seconds(6);

        assertThat(node.holder().calls() - before).as("one a report").isEqualTo(2);
        assertThat(node.keeper().extensions())
                .isEqualTo(new LeaseExtensions(2, Duration.ofMillis(20), 2, Duration.ofMillis(100)));
    }

    @Test
    void registryIsNamedAndListed() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();

        assertThat(node.keeper().holderName()).isEqualTo("in-memory");
        assertThat(node.keeper().leases())
                .singleElement()
                .satisfies(entry -> assertThat(entry.owner()).isEqualTo(A.toString()));
        assertThat(node.events()).doesNotHaveAnyElementsOfTypes(LeafEvent.LeaseLost.class);
    }

    /** The ceiling itself is not covered, so that it is worth a request. */
    @Test
    void renewalIsRequestedAtTheCeilingAndOnceForEachWindow() {
        LeasedNode node = scene.fixed(A, STRICT, null).start();
        node.registryThread().defer();
        long ceiling = node.keeper().window().ceilingMillis();

        node.keeper().windowFor(ceiling - 1);
        assertThat(node.registryThread().queued()).isZero();
        node.keeper().windowFor(ceiling);
        node.keeper().windowFor(ceiling);
        assertThat(node.registryThread().queued()).isEqualTo(1);
    }

    /** Also for the stop that follows: the lease is given back, and not left to run out. */
    @Test
    void answerEndsTheSilenceAtOnce() {
        LeasedNode node = scene.pooled(A, null).start();
        node.registryThread().defer();
        scene.seconds(9);
        assertThat(node.keeper().status().registryUp()).isFalse();
        node.registryThread().runAtOnce().runAll();
        assertThat(node.keeper().status().registryUp()).isTrue();

        node.stop(node.now());
        assertThat(scene.registry().ceilingOf(0)).isEqualTo(node.now());
    }

    /** What a run before has met is over: its calls have ended, and a mark has been written. */
    @Test
    void restartIsAnsweredAndMarked() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.registryThread().defer();
        disk.full(true);
        scene.seconds(9);
        assertThat(node.keeper().status().registryUp()).isFalse();
        node.registryThread().runAtOnce().runAll();
        disk.full(false);
        node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);

        node.keeper().restart();

        assertThat(node.keeper().status().registryUp()).isTrue();
        assertThat(node.keeper().status().reason()).isNull();
    }

    /** The clock has outrun the mark but not the registry's ceiling, and the registry hangs. */
    @Test
    void markIsMovedUpAtOnceWhenTheClockOutrunsIt() {
        LeasedNode node = scene.pooled(A, disk).start();
        node.registryThread().defer();
        node.time().step(Duration.ofSeconds(60));

        assertThat(node.canIssue()).isTrue();
    }

    /** However many callers find nothing: the next report asks again. */
    @Test
    void registryIsAskedOnceForEachWindowThatHasRunOut() {
        LeasedNode node = scene.fixed(A, STRICT, null).start();
        node.holder().connected(false);
        int before = node.holder().calls();
        long ceiling = node.keeper().window().ceilingMillis();
        for (int i = 0; i < 100; i++) {
            node.keeper().windowFor(ceiling + i);
        }

        assertThat(node.holder().calls() - before).isEqualTo(1);
    }
}
