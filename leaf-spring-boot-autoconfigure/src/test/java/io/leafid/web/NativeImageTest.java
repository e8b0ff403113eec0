package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeId;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A native image has the live page, and can write a decoded id. */
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

    @Test
    void canWriteADecodedId() {
        JsonNode type = METADATA.get("reflection").get(0);

        assertThat(type.get("type").asString()).isEqualTo(SnowflakeId.class.getName());
        assertThat(type.get("methods")
                        .valueStream()
                        .map(each -> each.get("name").asString()))
                .containsExactlyElementsOf(Arrays.stream(SnowflakeId.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }
}
