package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A native image has the live page. */
class NativeImageTest {

    private static final Path RESOURCES = Path.of("src/main/resources");

    private static final JsonNode METADATA = JsonMapper.shared()
            .readTree(RESOURCES
                    .resolve(
                            "META-INF/native-image/io.leafid/leaf-spring-boot-autoconfigure/reachability-metadata.json")
                    .toFile());

    @Test
    void hasEachFileOfTheLivePage() throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES.resolve("io/leafid/web/page"))) {
            assertThat(files.map(RESOURCES::relativize)).isNotEmpty().allMatch(NativeImageTest::isKept);
        }
    }

    private static boolean isKept(Path file) {
        return METADATA.get("resources")
                .valueStream()
                .anyMatch(entry -> entry.has("glob")
                        && file.getFileSystem()
                                .getPathMatcher("glob:" + entry.get("glob").asString())
                                .matches(file));
    }
}
