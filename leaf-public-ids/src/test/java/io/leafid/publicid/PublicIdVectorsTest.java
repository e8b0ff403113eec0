package io.leafid.publicid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That what the page promises to other languages is what Leaf makes and reads. */
class PublicIdVectorsTest {

    private static final Pattern ROW = Pattern.compile(
            "(?m)^\\| `([0-9a-f]{32,64})` \\| `([^`]+)` \\| (\\d+) \\| `([0-9a-f]{32})` \\| `([^`]{22})` \\|$");

    record Vector(String key, String tag, long id, String block, String text) {

        PublicIds publicIds() {
            return new AesPublicIds(new PublicIdKeys(
                    "k", Map.of("k", new SecretKeySpec(HexFormat.of().parseHex(key), "AES"))));
        }
    }

    static List<Vector> vectors() throws IOException {
        try (Stream<Vector> rows = ROW.matcher(
                        Files.readString(Path.of("..", "docs", "contribute", "public-id-format.md")))
                .results()
                .map(row -> new Vector(
                        row.group(1), row.group(2), Long.parseLong(row.group(3)), row.group(4), row.group(5)))) {
            return rows.toList();
        }
    }

    @Test
    void thePageHasVectorsOfBothLengths() throws IOException {
        assertThat(vectors())
                .extracting(vector -> vector.key().length())
                .hasSize(8)
                .contains(32, 64);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void publicIdIsTheOneOfThePage(Vector vector) {
        assertThat(vector.publicIds().encode(vector.tag(), vector.id())).isEqualTo(vector.text());
        assertThat(vector.publicIds().decode(vector.tag(), vector.text())).isEqualTo(vector.id());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void blockIsTheOneOfThePage(Vector vector) {
        assertThat("%016x%016x".formatted(vector.id(), TagHashes.hash(vector.tag())))
                .isEqualTo(vector.block());
    }
}
