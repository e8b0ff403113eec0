package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.testing.PageCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of docs/start/plain-java.md that need leaf-core alone. */
class PlainJavaTest {

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @ValueSource(classes = {PlainSnowflake.class, PlainSegments.class, FileStore.class})
    void pageLinksToWhatRunsHere(Class<?> program) throws IOException {
        assertThat(PageCode.page("start/plain-java.md"))
                .contains("(../../leaf-core/src/test/java/com/example/plain/" + program.getSimpleName() + ".java)");
    }

    @Test
    void snowflakeIdsGrowOverRunsOfOneDirectory() {
        List<String> first = PageCode.printed(PlainSnowflake::main, directory.toString());
        List<String> second = PageCode.printed(PlainSnowflake::main, directory.toString());

        assertThat(first).hasSize(2);
        assertThat(second).hasSize(2);
        assertThat(Long.parseLong(second.get(0))).isGreaterThan(Long.parseLong(first.get(1)));
    }

    @Test
    void secondRunOfAStoreGoesOnAboveTheFirst() {
        String counter = directory.resolve("counter").toString();

        assertThat(PageCode.printed(PlainSegments::main, counter)).containsExactly("1", "2");
        // 2001 if the first run had allocated the next range already
        assertThat(PageCode.printed(PlainSegments::main, counter))
                .hasSize(2)
                .isSubsetOf("1001", "1002", "2001", "2002");
    }

    @Test
    void thereIsNoSpringToBeUsed() {
        assertThatThrownBy(() -> Class.forName("org.springframework.core.SpringVersion"))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
