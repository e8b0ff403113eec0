package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.leafid.SegmentUnavailableException;
import io.leafid.lease.LeaseScene;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.workerid.InMemoryLocalMark;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which meters there are, and that they say what the engine says. */
class LeafMetricsTest {

    private static SegmentSettings settings(Duration waitTimeout) {
        return new SegmentSettings(
                new AllocationSettings(
                        Duration.ofMinutes(15),
                        1_000_000,
                        Map.of(),
                        0.5, // the point is drawn around it, so that a few ids begin no second allocation
                        waitTimeout,
                        Duration.ofMinutes(1)),
                Duration.ofMillis(50),
                true,
                null,
                true);
    }

    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private SegmentIdGenerator generator = generator(Duration.ofMinutes(1));
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private SegmentIdGenerator generator(Duration waitTimeout) {
        return new SegmentIdGenerator(store, settings(waitTimeout), List.of(), null, event -> {});
    }

    @AfterEach
    void close() {
        store.release();
        generator.close();
        registry.close();
    }

    private LeafMetrics metrics(String... tags) {
        for (String tag : tags) {
            store.put(tag, 1, 1_000);
        }
        generator.start();
        LeafMetrics metrics = new LeafMetrics(generator, null);
        metrics.bindTo(registry);
        return metrics;
    }

    private Set<String> tagsOf(String meter) {
        return registry.find(meter).meters().stream()
                .map(found -> String.valueOf(found.getId().getTag("tag")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private double issued(String tag) {
        FunctionCounter counter = registry.get("leaf.ids.issued")
                .tags("engine", "segment", "tag", tag)
                .functionCounter();
        return counter.count();
    }

    private FunctionTimer load(String tag, String outcome) {
        return registry.get("leaf.segment.load")
                .tags("tag", tag, "outcome", outcome)
                .functionTimer();
    }

    @Test
    void everyMeterOfATagSaysWhatTheEngineSays() {
        LeafMetrics metrics = metrics("order");
        store.hold(); // else the allocation may be quicker than the call that wants it
        CompletableFuture<long[]> call = CompletableFuture.supplyAsync(() -> generator.nextIds("order", 30));
        Awaitility.await()
                .until(() -> generator
                        .status("order")
                        .filter(status -> status.waits().waiting() == 1)
                        .isPresent());
        store.release();
        call.join();
        metrics.refresh();

        generator.nextIds("order", 12);
        Awaitility.await().until(() -> load("order", "success").count() > 0); // noted after the callers were served
        SegmentTagStatus status = generator.status("order").orElseThrow();

        assertThat(issued("order")).isEqualTo(42);
        assertThat(registry.get("leaf.segment.remaining")
                        .tag("tag", "order")
                        .gauge()
                        .value())
                .isEqualTo((double) status.reserve().unused())
                .isEqualTo(958);
        assertThat(registry.get("leaf.segment.step").tag("tag", "order").gauge().value())
                .isEqualTo(1_000);
        assertThat(load("order", "success").count()).isEqualTo(1);
        assertThat(load("order", "success").totalTime(TimeUnit.NANOSECONDS))
                .isCloseTo((double) status.allocations().totals().successNanos(), within(1.0))
                .isPositive();
        FunctionTimer waits =
                registry.get("leaf.segment.waits").tag("tag", "order").functionTimer();
        assertThat(waits.count()).isEqualTo(1);
        assertThat(waits.totalTime(TimeUnit.NANOSECONDS))
                .isCloseTo((double) status.waits().nanos(), within(1.0))
                .isPositive();
    }

    @Test
    void readingThemBuysNothing() {
        LeafMetrics metrics = metrics("order", "idle");
        generator.nextId("order");
        int allocations = store.allocations();

        for (int i = 0; i < 100; i++) {
            metrics.refresh();
            registry.forEachMeter(Meter::measure);
        }

        assertThat(store.allocations()).isEqualTo(allocations);
        assertThat(generator.nextId("order")).isEqualTo(2);
    }

    @Test
    void failedAllocationsAreCountedApart() {
        generator.close();
        generator = generator(Duration.ofSeconds(2));
        LeafMetrics metrics = metrics("order");
        store.goDown();
        assertThatThrownBy(() -> generator.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        metrics.refresh();

        assertThat(load("order", "failure").count()).isPositive();
        assertThat(load("order", "success").count()).isZero();
        assertThat(load("order", "refused").count()).isZero();
    }

    @Test
    void aTagHasMetersFromItsFirstUseToItsEndAndAgainWhenItComesBack() {
        LeafMetrics metrics = metrics("order", "idle");
        assertThat(tagsOf("leaf.ids.issued")).isEmpty();

        generator.nextIds("order", 7);
        metrics.refresh();
        assertThat(tagsOf("leaf.ids.issued")).containsExactly("order");

        store.remove("order");
        Awaitility.await().until(() -> generator.status("order").isEmpty());
        assertThat(issued("order")).as("does not fall before the meter goes").isEqualTo(7);
        metrics.refresh();
        assertThat(registry.getMeters()).isEmpty();

        store.put("order", 5_000, 1_000);
        assertThat(generator.nextId("order")).isEqualTo(5_000);
        metrics.refresh();
        assertThat(issued("order")).isEqualTo(8);
    }

    @Test
    void aRegistryThatComesLaterGetsTheSameMeters() {
        LeafMetrics metrics = metrics("a", "b");
        generator.nextId("a");
        metrics.refresh();
        generator.nextId("b");
        metrics.refresh();
        MeterRegistry later = new SimpleMeterRegistry();

        metrics.bindTo(later);

        assertThat(later.getMeters())
                .extracting(Meter::getId)
                .containsExactlyInAnyOrderElementsOf(
                        registry.getMeters().stream().map(Meter::getId).toList());
    }

    @Test
    void snowflakeMetersSayWhatTheEngineSays() {
        SnowflakeScene snowflake = new SnowflakeScene();
        new LeafMetrics(null, snowflake.view).bindTo(registry);
        snowflake.generator.nextIds("order", 10_000);
        snowflake.scene.seconds(6);

        assertThat(registry.get("leaf.ids.issued")
                        .tags("engine", "snowflake", "tag", "all")
                        .functionCounter()
                        .count())
                .isEqualTo(10_000);
        assertThat(seconds("leaf.lease.remaining"))
                .isCloseTo((double) SnowflakeScene.RESERVATION.toSeconds(), within(0.1));
        assertThat(seconds("leaf.lifetime.remaining"))
                .isEqualTo(snowflake.generator.status().lifetimeRemaining().toMillis() / 1_000.0);
        assertThat(registry.get("leaf.lease.extension")
                        .tag("outcome", "success")
                        .functionTimer()
                        .count())
                .isEqualTo((double) snowflake.node.keeper().extensions().succeeded());

        snowflake.registryAnswers(false);
        assertThat(registry.get("leaf.lease.extension")
                        .tag("outcome", "failure")
                        .functionTimer()
                        .count())
                .isPositive();

        snowflake.generator.nextId();
        snowflake.node.time().step(Duration.ofSeconds(-2));
        assertThat(seconds("leaf.snowflake.lead")).isEqualTo(2);
        assertThatThrownBy(snowflake.generator::nextId);
        assertThat(registry.get("leaf.snowflake.clock.backwards")
                        .functionCounter()
                        .count())
                .isEqualTo(1);

        snowflake.scene.seconds(700);
        assertThat(seconds("leaf.lease.remaining")).isZero();
    }

    @Test
    void theTimeThatRemainsIsInfiniteWhereNothingButTheDiskIsNeeded() {
        SnowflakeScene fixed = new SnowflakeScene(
                "zk_normal", scene -> scene.fixed(LeaseScene.A, LeaseScene.FIXED, new InMemoryLocalMark()));
        new LeafMetrics(null, fixed.view).bindTo(registry);
        assertThat(seconds("leaf.lease.remaining")).isInfinite().isPositive();

        fixed.registryAnswers(false);
        assertThat(seconds("leaf.lease.remaining")).isInfinite().isPositive();

        fixed.generator.nextId();
        fixed.stepClock(Duration.ofHours(-1));
        assertThat(seconds("leaf.lease.remaining")).isZero();
    }

    private double seconds(String gauge) {
        return registry.get(gauge).timeGauge().value(TimeUnit.SECONDS);
    }
}
