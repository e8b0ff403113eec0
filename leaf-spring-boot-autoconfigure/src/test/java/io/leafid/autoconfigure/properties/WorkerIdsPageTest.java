package io.leafid.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about worker ids names every mode, as fixed or recycling, and no other. */
class WorkerIdsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "run", "worker-ids.md");

    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");

    private static Stream<String> codeIn(String text) {
        return CODE.matcher(text).results().map(code -> code.group(1));
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(PAGE);
    }

    private static List<String> modes(Predicate<WorkerIdMode> condition) {
        return Arrays.stream(WorkerIdMode.values())
                .filter(condition)
                .map(WorkerIdMode::text)
                .toList();
    }

    @Test
    void tableOfModesHasEach() throws IOException {
        assertThat(lines().stream()
                        .dropWhile(line -> !line.startsWith("| `leaf.snowflake.mode`"))
                        .skip(2)
                        .takeWhile(line -> line.startsWith("|"))
                        .flatMap(line -> codeIn(line.split("[|]", -1)[1])))
                .containsExactlyInAnyOrderElementsOf(modes(mode -> true));
    }

    @Test
    void tableOfFailuresHasEachThatIsNoOtherName() throws IOException {
        String head = lines().stream()
                .dropWhile(line -> !line.equals("## When something fails"))
                .filter(line -> line.startsWith("|"))
                .findFirst()
                .orElseThrow();

        assertThat(codeIn(head)).containsExactlyInAnyOrderElementsOf(modes(mode -> mode.meant() == mode));
    }

    @Test
    void fixedAndRecyclingOnesAreToldApart() throws IOException {
        assertThat(called("fixed")).containsExactlyElementsOf(modes(mode -> mode.isFixed() && mode.meant() == mode));
        assertThat(called("recycling")).containsExactlyElementsOf(modes(mode -> !mode.isFixed()));
    }

    /** The modes of the sentence that gives them a name. */
    private static List<String> called(String name) throws IOException {
        return Pattern.compile("((?:`\\w+`(?:, | and )?)+) are the [*][*]" + name + "[*][*] modes")
                .matcher(String.join(" ", lines()))
                .results()
                .flatMap(sentence -> codeIn(sentence.group(1)))
                .toList();
    }
}
