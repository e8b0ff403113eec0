package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A smoke alarm: a file of main sources that is longer than this has more than one job. */
class SizeLimitsTest {

    private static final long MAX_LINES = 400;

    @Test
    void filesHaveOneJob() throws IOException {
        Map<Path, Long> sizes = new TreeMap<>();
        for (Path file : SourceTrees.files()) {
            try (Stream<String> lines = Files.lines(file)) {
                sizes.put(file, lines.count());
            }
        }
        assertThat(sizes).isNotEmpty();
        sizes.values().removeIf(lines -> lines <= MAX_LINES);

        assertThat(sizes).isEmpty();
    }
}
