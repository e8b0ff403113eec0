package io.leafid.benchmarks.latency;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Measures single calls at fixed rates while stores are slow or hang, clocks step and the registry is away; prints a table,
 * and writes the plots and the raw figures.
 *
 * <p>Arguments: seconds for each generator and scene, and the directory to write to.
 */
public final class LatencyReport {

    private static final Duration WARM_UP = Duration.ofSeconds(5);

    private final Duration length;
    private final Path directory;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private LatencyReport(Duration length, Path directory) {
        this.length = length;
        this.directory = directory;
    }

    /** Runs the report. */
    public static void main(String[] args) throws IOException {
        new LatencyReport(Duration.ofSeconds(Long.parseLong(args[0])), Path.of(args[1])).run();
    }

    private void run() throws IOException {
        List<Scene> scenes = new ArrayList<>(SegmentScenes.all(length));
        scenes.addAll(SnowflakeScenes.all(length));
        warmUp(scenes);
        out.println("| | | p50 | p99 | p99.99 | longest | failed |");
        out.println("|---|---|---|---|---|---|---|");
        List<Curve> curves = new ArrayList<>();
        for (Scene scene : scenes) {
            curves.addAll(measure(scene));
        }
        Files.createDirectories(directory);
        for (String plot : List.of("segment", "snowflake")) {
            List<Curve> shown = curves.stream()
                    .filter(curve -> curve.scene().plot().equals(plot))
                    .toList();
            Files.writeString(directory.resolve("latency-" + plot + ".svg"), LatencyPlot.svg(shown));
        }
        Files.writeString(directory.resolve("latency.json"), json(curves));
    }

    /** Each generator for a while, so that none is measured while it is compiled. */
    private static void warmUp(List<Scene> scenes) {
        for (Scene scene : List.of(scenes.get(0), scenes.get(scenes.size() - 2))) {
            for (Scene.Part part : scene.parts().get()) {
                try (Source source = part.source()) {
                    new OpenLoop(source.ids()).run(scene.perSecond(), WARM_UP, List.of());
                }
            }
        }
    }

    private List<Curve> measure(Scene scene) {
        List<Curve> curves = new ArrayList<>();
        for (Scene.Part part : scene.parts().get()) {
            try (Source source = part.source()) {
                OpenLoop.Outcome outcome =
                        new OpenLoop(source.ids()).run(scene.perSecond(), scene.length(), part.events());
                Curve curve = new Curve(scene, source.name(), outcome);
                out.println(curve.row());
                curves.add(curve);
            }
        }
        return curves;
    }

    private static String json(List<Curve> curves) {
        String machine = "%d processors, %s %s, Java %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        System.getProperty("java.vm.version"));
        return curves.stream()
                .map(Curve::json)
                .collect(Collectors.joining(
                        ",\n    ",
                        "{\"date\": \"%s\", \"machine\": \"%s\",%n  \"curves\": [%n    "
                                .formatted(LocalDate.now(ZoneOffset.UTC), machine),
                        "\n  ]}\n"));
    }
}
