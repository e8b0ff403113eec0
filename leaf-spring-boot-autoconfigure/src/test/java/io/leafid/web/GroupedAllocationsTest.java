package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupedAllocationsTest {

    private static final int REQUESTS = 50;

    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final GroupedAllocations allocations = new GroupedAllocations();
    private final ExecutorService threads = Executors.newFixedThreadPool(REQUESTS + 1);

    GroupedAllocationsTest() {
        store.put("order", 1, 10);
    }

    private AllocatedSegment allocate(SegmentStore from, String tag, long amount) {
        return allocations.allocate(from, tag, amount).range();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void requestAloneIsOneAllocation() {
        assertThat(allocate(store, "order", 5)).isEqualTo(new AllocatedSegment(1, 6, 10));
        assertThat(allocate(store, "order", 7)).isEqualTo(new AllocatedSegment(6, 13, 10));
        assertThat(allocations.tags()).as("tags in memory").isZero();
    }

    @Test
    void requestsThatComeWhileTheStoreIsAskedShareTheNextAllocation() throws Exception {
        store.hold();
        List<Future<AllocatedSegment>> ranges = new ArrayList<>();
        ranges.add(threads.submit(() -> allocate(store, "order", 1)));
        await().atMost(Duration.ofSeconds(60)).until(() -> store.calls() == 1);
        for (int amount = 1; amount <= REQUESTS; amount++) {
            int wanted = amount;
            ranges.add(threads.submit(() -> allocate(store, "order", wanted)));
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> allocations.waiting("order") == REQUESTS);
        store.release();

        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < ranges.size(); i++) {
            AllocatedSegment range = ranges.get(i).get(60, TimeUnit.SECONDS);
            assertThat(range.size()).isEqualTo(Math.max(1, i));
            for (long id = range.first(); id < range.end(); id++) {
                assertThat(ids.add(id)).as("%d is granted once", id).isTrue();
            }
        }
        assertThat(store.allocations()).isEqualTo(2);
        assertThat(store.maxId("order")).as("nothing is burnt").isEqualTo(1 + ids.size());
    }

    @Test
    void failureIsThatOfEachRequestOfTheGroupAndTheNextGroupIsMade() throws Exception {
        store.hold();
        Future<AllocatedSegment> first = threads.submit(() -> allocate(store, "order", 1));
        await().atMost(Duration.ofSeconds(60)).until(() -> store.calls() == 1);
        List<Future<AllocatedSegment>> others = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            others.add(threads.submit(() -> allocate(store, "order", 10)));
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> allocations.waiting("order") == REQUESTS);
        store.remove("order");
        store.release();

        others.add(first);
        for (Future<AllocatedSegment> other : others) {
            assertThatThrownBy(() -> other.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(UnknownTagException.class);
        }
        assertThat(allocations.tags()).isZero();
        store.put("order", 500, 10);
        assertThat(allocate(store, "order", 1).first()).isEqualTo(500);
    }

    @Test
    void tagsDoNotWaitForEachOther() throws Exception {
        InMemorySegmentStore other = new InMemorySegmentStore().put("user", 1, 10);
        store.hold();
        Future<AllocatedSegment> held = threads.submit(() -> allocate(store, "order", 1));
        await().atMost(Duration.ofSeconds(60)).until(() -> store.calls() == 1);

        assertThat(allocate(other, "user", 1).first()).isEqualTo(1);
        store.release();
        held.get(60, TimeUnit.SECONDS);
    }

    /** Many groups, each with as many requests as happen to come. */
    @Test
    void partsOfAllGroupsAreDisjoint() throws Exception {
        List<Future<List<AllocatedSegment>>> drawn = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            drawn.add(threads.submit(() -> draw(2_000)));
        }
        List<AllocatedSegment> ranges = new ArrayList<>();
        for (Future<List<AllocatedSegment>> each : drawn) {
            ranges.addAll(each.get(120, TimeUnit.SECONDS));
        }
        ranges.sort((one, other) -> Long.compare(one.first(), other.first()));
        long end = 1;
        for (AllocatedSegment range : ranges) {
            assertThat(range.first()).isEqualTo(end);
            end = range.end();
        }
        assertThat(store.maxId("order")).isEqualTo(end);
        assertThat(allocations.tags()).isZero();
    }

    private List<AllocatedSegment> draw(int times) {
        List<AllocatedSegment> ranges = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            ranges.add(allocate(store, "order", 1 + i % 7));
        }
        return ranges;
    }
}
