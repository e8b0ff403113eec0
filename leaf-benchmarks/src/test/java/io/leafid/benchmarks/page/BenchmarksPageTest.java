package io.leafid.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Head;
import io.leafid.benchmarks.raw.Machine;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksPageTest {

    private static final Path DOCS = Path.of("..", "docs", "proof");

    private static final String PAGE = "# Page\n<!-- table: public-ids -->\nby hand\n<!-- /table -->\nprose\n";

    @TempDir
    Path raw;

    @Test
    void pageIsWhatItsRawFiguresGive() throws IOException {
        String page = Files.readString(DOCS.resolve("benchmarks.md"));

        assertThat(page)
                .as("docs/proof/benchmarks.md; exec:exec@benchmarks -Dbenchmarks.args=tables writes it")
                .isEqualTo(BenchmarksPage.rewritten(page, DOCS.resolve("benchmarks")));
    }

    @Test
    void allRawFiguresAreShown() throws IOException {
        String page = Files.readString(DOCS.resolve("benchmarks.md"));
        try (Stream<Path> files = Files.list(DOCS.resolve("benchmarks"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".json")))
                    .allSatisfy(file -> assertThat(page).contains("](benchmarks/" + file + ")"));
        }
    }

    @Test
    void plotsAreWhatTheirRawFiguresGive() {
        assertThat(BenchmarksPage.plots(DOCS.resolve("benchmarks")))
                .allSatisfy((file, svg) -> assertThat(file).hasContent(svg));
    }

    @Test
    void tableIsWrittenBetweenItsMarkers() throws IOException {
        new RawFigures(new Head("2026-11-22", "abc1234", "mvn measure", machine()), publicIds())
                .write(raw.resolve("public-ids.json"));

        assertThat(BenchmarksPage.rewritten(PAGE, raw)).isEqualTo("""
                # Page
                <!-- table: public-ids -->
                Measured on 2026-11-22 at abc1234, 2 processors, Some CPU, 8 GB, Linux 6.1, JDK 17.0.15, load 0.30 at the start. \
                Raw figures: [public-ids.json](benchmarks/public-ids.json).

                ```
                mvn measure
                ```

                |  | processor time, ns | beside Leaf | M per second and core | bytes allocated |
                |---|---|---|---|---|
                | `PublicIds.encode`, AES-256 | 100 [80..400] | 1 | 10 | 64 |
                | Hashids | 1000 [800..4000] | 10 | 1 | 64 |
                | Sqids | 1000 [800..4000] | 10 | 1 | 64 |
                | `PublicIds.decode` | 100 [80..400] | 1 | 10 | 64 |
                | `PublicIds.decode`, three keys | 1000 [800..4000] | 10 | 1 | 64 |
                | Hashids | 1000 [800..4000] | 10 | 1 | 64 |
                | Sqids | 1000 [800..4000] | 10 | 1 | 64 |

                - At least 5 M encodes per second and core: 10 [2.50..12.5], **met** (met by 2 of 3 rounds).
                <!-- /table -->
                prose
                """);
    }

    @Test
    void tableWithoutRawFiguresStaysAsItIs() {
        assertThat(BenchmarksPage.rewritten(PAGE, raw)).isEqualTo(PAGE);
    }

    @Test
    void rawFiguresOfAnUnknownTableAreAnError() throws IOException {
        new RawFigures(new Head("2026-11-22", "", "mvn measure", machine()), List.of())
                .write(raw.resolve("other.json"));

        assertThatThrownBy(() -> BenchmarksPage.rewritten(PAGE.replace("public-ids", "other"), raw))
                .hasMessageContaining("no table is called other");
    }

    private static Machine machine() {
        return new Machine(2, "Some CPU", 8, "Linux 6.1", "17.0.15", 0.3);
    }

    private static List<Figure> publicIds() {
        Rounds rounds = new Rounds();
        for (double nanos : new double[] {80, 400, 100}) {
            Stream.of("encodeLeaf", "decodeLeaf").forEach(name -> add(rounds, name, nanos));
            Stream.of("encodeHashids", "encodeSqids", "decodeLeafWithThreeKeys", "decodeHashids", "decodeSqids")
                    .forEach(name -> add(rounds, name, 10 * nanos));
        }
        return rounds.figures();
    }

    private static void add(Rounds rounds, String name, double nanos) {
        rounds.subject(name).add("cpu.norm", "ns/op", nanos).add("gc.alloc.rate.norm", "B/op", 64);
    }
}
