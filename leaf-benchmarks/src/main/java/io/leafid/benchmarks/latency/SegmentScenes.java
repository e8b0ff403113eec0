package io.leafid.benchmarks.latency;

import io.leafid.benchmarks.latency.OpenLoop.Event;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;

/** Segment ids of one tag, over stores that are slow and over one that hangs; ours beside CosId's, each as it is by default. */
final class SegmentScenes {

    private static final String TAG = "order";
    private static final int STEP = 1_000;
    private static final Duration HANGS = Duration.ofSeconds(5);
    private static final int RATE = 100_000;
    private static final int RATE_OF_HANG = 10_000;

    private SegmentScenes() {}

    static List<Scene> all(Duration length) {
        List<Scene> scenes = new ArrayList<>();
        for (int millis : new int[] {1, 5, 50}) {
            scenes.add(scene("store answers after %d ms".formatted(millis), millis, RATE, List.of(), length));
        }
        List<Duration> hang = List.of(length.dividedBy(2));
        scenes.add(scene("store hangs for 5 s", 5, RATE_OF_HANG, hang, length));
        return scenes;
    }

    private static Scene scene(String name, int millis, int rate, List<Duration> hangs, Duration length) {
        return new Scene(name, rate, length, () -> {
            List<Scene.Part> parts = new ArrayList<>();
            AtomicLong bare = new AtomicLong();
            parts.add(new Scene.Part(new Source("bare counter", bare::getAndIncrement, () -> {}), List.of()));
            SlowCounter ours = new SlowCounter(Duration.ofMillis(millis));
            parts.add(new Scene.Part(leaf(ours), events(ours, hangs)));
            SlowCounter theirs = new SlowCounter(Duration.ofMillis(millis));
            parts.add(new Scene.Part(cosId(theirs), events(theirs, hangs)));
            return parts;
        });
    }

    private static List<Event> events(SlowCounter counter, List<Duration> hangs) {
        return hangs.stream()
                .map(at -> new Event(at, () -> counter.hang(HANGS)))
                .toList();
    }

    private static Source leaf(SlowCounter counter) {
        SegmentIdGenerator leaf = new SegmentIdGenerator(
                new LeafStore(TAG, STEP, counter), SegmentSettings.DEFAULT, List.of(TAG), null, event -> {});
        leaf.start();
        return new Source("leaf", leaf.sequence(TAG)::next, leaf::close);
    }

    private static Source cosId(SlowCounter counter) {
        var workers = new PrefetchWorkerExecutorService(
                PrefetchWorkerExecutorService.DEFAULT_PREFETCH_PERIOD,
                Runtime.getRuntime().availableProcessors());
        SegmentChainId cosId = new SegmentChainId(
                Long.MAX_VALUE /* segments live for ever */,
                SegmentChainId.DEFAULT_SAFE_DISTANCE,
                new CosIdStore(counter),
                workers);
        cosId.generate(); // its first segment
        return new Source("cosId", cosId::generate, workers::shutdown);
    }

    /** The same counter for CosId. */
    private record CosIdStore(SlowCounter counter) implements IdSegmentDistributor {

        @Override
        public String getNamespace() {
            return "benchmark";
        }

        @Override
        public String getName() {
            return TAG;
        }

        @Override
        public long getStep() {
            return STEP;
        }

        @Override
        public long nextMaxId(long amount) {
            return counter.take(amount) + amount - 1;
        }
    }
}
