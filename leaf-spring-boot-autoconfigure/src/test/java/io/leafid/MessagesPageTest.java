package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about messages has every text that the sources log or throw, and no other. */
class MessagesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "run", "messages.md");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final Map<String, Set<String>> TEXTS = SourceTexts.all();

    /** The cells of the rows of the table below a heading. */
    private static List<String[]> rows(String heading) throws IOException {
        return Files.readString(PAGE)
                .lines()
                .dropWhile(line -> !line.equals("## " + heading))
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(2, line.length() - 2).split(" [|] "))
                .toList();
    }

    private static Set<String> codeIn(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult code) -> code.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> namesOf(Class<?>... types) {
        return Arrays.stream(types).map(Class::getSimpleName);
    }

    @Test
    void everyWarningAndErrorIsThereWithItsLevel() throws IOException {
        Set<String> logged = new TreeSet<>();
        for (String level : List.of("WARN", "ERROR")) {
            TEXTS.getOrDefault(level, Set.of()).forEach(text -> logged.add(level + " " + text));
        }

        assertThat(logged).hasSizeGreaterThan(60);
        assertThat(rows("In the log").stream()
                        .flatMap(row -> codeIn(row[1]).stream().map(text -> row[0] + " " + text)))
                .containsExactlyInAnyOrderElementsOf(logged);
    }

    @Test
    void everyExceptionOfACallIsThereWithItsTexts() throws IOException {
        List<String[]> rows = rows("Exceptions of a call");

        assertThat(rows.stream().flatMap(row -> codeIn(row[0]).stream()))
                .containsExactlyInAnyOrderElementsOf(namesOf(IdGenerationException.class.getPermittedSubclasses())
                        .toList());
        assertThat(rows).allSatisfy(row -> assertThat(codeIn(row[2])).isEqualTo(TEXTS.get(row[0].replace("`", ""))));
    }

    @Test
    void everyCauseOfARefusalIsThere() throws IOException {
        assertThat(rows("Why a worker id was refused").stream().flatMap(row -> codeIn(row[0]).stream()))
                .containsExactlyInAnyOrderElementsOf(namesOf(WorkerIdException.class.getPermittedSubclasses())
                        .toList());
    }

    @Test
    void everyRowSaysWhatToDo() throws IOException {
        for (String heading : List.of("In the log", "Exceptions of a call", "Why a worker id was refused")) {
            assertThat(rows(heading)).isNotEmpty().allSatisfy(row -> {
                assertThat(row).doesNotContain("");
                assertThat(row).hasSizeGreaterThan(2);
            });
        }
    }
}
