package io.leafid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SubjectTest {

    @Test
    void whatCanBeMeasuredHasATableOnThePageAndALineInTheReadme() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "proof", "benchmarks.md"));
        String readme = Files.readString(Path.of("README.md"));

        assertThat(Subject.ALL).extracting(Subject::name).allSatisfy(name -> {
            assertThat(page).contains("<!-- table: " + name + " -->");
            assertThat(readme).contains("| `" + name + "` |");
        });
    }

    @Test
    void unknownNameIsAnErrorThatNamesAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Subject.named("everything"))
                .withMessageContaining("nothing is called everything, only [one-tag, ");
    }
}
