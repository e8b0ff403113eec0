package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all pages have in common: for whom they are, how long they are together, and that an index leads to each. */
class PagesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Path DOCS = ROOT.resolve("docs");

    /**
     * A reader of the manual finds what is wanted within a minute; what is longer than this is not read. The folder run/migration is not
     * counted: it is a guide of a page for each source, of which a reader reads one.
     */
    private static final int MOST_LINES = 2_400;

    private static final Pattern ROW = Pattern.compile(
            "[|] \\[(\\d+)]\\((0*\\1-[a-z0-9-]+[.]md)\\) [|] (.+) [|] (\\d{4}-\\d\\d-\\d\\d) [|] (.+) [|]");

    static Stream<Path> userPages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("start", "run", "reference", "decide")) {
            pages.addAll(pagesOf(DOCS.resolve(folder)));
        }
        return pages.stream();
    }

    private static List<Path> pagesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(userPages().toList());
        for (String folder : List.of("contribute", "proof", "specification")) {
            pages.addAll(pagesOf(DOCS.resolve(folder)));
        }
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachSaysAtItsTopWhomItIsFor(Path page) throws IOException {
        assertThat(Files.readAllLines(page).get(2)).matches("[*][*](For|To look something up).*");
    }

    @Test
    void thoseForUsersAreNotTooLongTogether() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), DOCS.resolve("README.md")));
        userPages().forEach(pages::add);
        long lines = 0;
        for (Path page : pages) {
            lines += Files.readAllLines(page).size();
        }

        assertThat(lines).isLessThanOrEqualTo(MOST_LINES);
    }

    static Stream<Path> guides() throws IOException {
        return pagesOf(DOCS.resolve("run/migration")).stream();
    }

    /** A step that does nothing but look has nothing to be taken back. */
    @ParameterizedTest
    @MethodSource("guides")
    void guideHasStepsToDoToCheckAndToTakeBack(Path guide) throws IOException {
        String page = Files.readString(guide);
        List<String> steps = Stream.of(page.split("\n### \\d+\\. ", -1)).skip(1).toList();

        assertThat(steps)
                .isNotEmpty()
                .allSatisfy(step ->
                        assertThat(step.split("\n## ", -1)[0]).contains("\n**Do**", "\n**Check**", "\n**Go on if**"));
        assertThat(page).contains("\n**Way back**", "\n## What can go wrong");
        assertThat(Files.readString(DOCS.resolve("run/migration.md")))
                .contains("(migration/" + guide.getFileName() + ")");
    }

    @Test
    void indexLeadsToEach() throws IOException {
        String index = Files.readString(DOCS.resolve("README.md"));
        for (String folder : List.of("start", "run", "reference", "decide", "contribute", "proof")) {
            assertThat(pagesOf(DOCS.resolve(folder)))
                    .allSatisfy(page -> assertThat(index + Files.readString(DOCS.resolve("start/public-ids.md")))
                            .contains(folder + "/" + page.getFileName() + ")"));
        }
    }

    @Test
    void indexOfDecisionsHasEachWithItsDateAndStatus() throws IOException {
        List<String> listed = new ArrayList<>();
        for (String line : Files.readAllLines(DOCS.resolve("decisions/README.md"))) {
            ROW.matcher(line).results().forEach(row -> listed.add("# " + row.group(1) + ". " + row.group(3)));
        }
        List<String> headings = new ArrayList<>();
        for (Path decision : pagesOf(DOCS.resolve("decisions"))) {
            if (!decision.endsWith("README.md")) {
                headings.add(Files.readAllLines(decision).get(0));
            }
        }

        assertThat(listed).isEqualTo(headings);
    }

    /** The file and the index say so both, and name the one that took its place. */
    @Test
    void supersededDecisionsSayByWhat() throws IOException {
        for (String line : Files.readAllLines(DOCS.resolve("decisions/README.md"))) {
            for (String file :
                    ROW.matcher(line).results().map(row -> row.group(2)).toList()) {
                String head = Files.readAllLines(DOCS.resolve("decisions").resolve(file))
                        .get(2);
                assertThat(head.startsWith("*In part superseded by [") || head.startsWith("*Superseded by ["))
                        .as(file)
                        .isEqualTo(line.contains("superseded by ["));
            }
        }
    }
}
