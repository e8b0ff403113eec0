package io.leafid.benchmarks.latency;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Percentiles;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Times of single calls at fixed rates while stores are slow or hang, clocks step and the registry is unavailable.
 */
public final class CallLatency implements Measurement {

    private static final int WARM_UP_SECONDS = 5;

    /** Longer than a registry is unavailable. */
    private static final int SECONDS = 14;

    private final Function<Duration, List<Scene>> scenes;

    private CallLatency(Function<Duration, List<Scene>> scenes) {
        this.scenes = scenes;
    }

    /** Of ids from a segment, while their store is slow or hangs. */
    public static Measurement ofSegments() {
        return new CallLatency(SegmentScenes::all);
    }

    /** Of snowflake ids, while the clock steps or the registry is unavailable. */
    public static Measurement ofSnowflakes() {
        return new CallLatency(SnowflakeScenes::all);
    }

    @Override
    public List<Figure> measure(Profile profile, List<String> settings) {
        List<Scene> all = scenes.apply(profile.seconds(SECONDS));
        warmUp(all.get(0), profile.seconds(WARM_UP_SECONDS));
        List<Figure> figures = new ArrayList<>();
        for (Scene scene : all) {
            for (Scene.Part part : scene.parts().get()) {
                figures.add(measure(scene, part));
            }
        }
        return figures;
    }

    /** Each generator for a while, so that none is measured while it is compiled. */
    private static void warmUp(Scene scene, Duration length) {
        for (Scene.Part part : scene.parts().get()) {
            try (Source source = part.source()) {
                new OpenLoop(source.ids()).run(scene.perSecond(), length, List.of());
            }
        }
    }

    private static Figure measure(Scene scene, Scene.Part part) {
        try (Source source = part.source()) {
            OpenLoop.Outcome outcome = new OpenLoop(source.ids()).run(scene.perSecond(), scene.length(), part.events());
            Map<String, String> params = new TreeMap<>();
            params.put("scene", scene.name());
            params.put("perSecond", Integer.toString(scene.perSecond()));
            params.put("seconds", Long.toString(scene.length().toSeconds()));
            System.out.printf(
                    "%s, %s: longest %d ns%n",
                    scene.name(), source.name(), outcome.times().getMaxValue());
            return new Figure(
                    source.name(), 1, params, columns(outcome), Percentiles.of(outcome.times()::getValueAtPercentile));
        }
    }

    private static Map<String, Series> columns(OpenLoop.Outcome outcome) {
        Histogram times = outcome.times();
        Map<String, Series> columns = new LinkedHashMap<>();
        columns.put("p50", Series.of("ns", (double) times.getValueAtPercentile(50)));
        columns.put("longest", Series.of("ns", (double) times.getMaxValue()));
        columns.put("failed", Series.of("calls", (double) outcome.failed()));
        return columns;
    }
}
