package io.leafid.benchmarks.raw;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of one measurement, as a file keeps them. Immutable.
 *
 * @param head where they come from
 * @param figures what was measured
 */
public record RawFigures(Head head, List<Figure> figures) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Reads a file. */
    public static RawFigures read(Path file) {
        return JSON.readValue(file, RawFigures.class);
    }

    /** Writes a file, a line for each figure. */
    public void write(Path file) throws IOException {
        String lines = figures.stream().map(JSON::writeValueAsString).collect(Collectors.joining(",\n"));
        Files.writeString(
                file, "{\"head\":%s,\n\"figures\":[\n%s\n]}\n".formatted(JSON.writeValueAsString(head), lines));
    }

    /** The one of this name and so many threads. */
    public Figure figure(String name, int threads) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name) && figure.threads() == threads)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no figure of " + name + " by " + threads + " threads"));
    }

    /** The first one of this name. */
    public Figure figure(String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no figure of " + name));
    }
}
