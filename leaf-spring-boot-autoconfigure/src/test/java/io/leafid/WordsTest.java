package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages, messages and Javadoc use the words of the field: each word here has one, which stands behind it. */
class WordsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final List<String> HOME_MADE = List.of(
            "burns?|burnt|burning|burned", // discard, lose
            "(?:is|are|was|were|be|been) away(?! from| with)", // unavailable
            "set back|sets back", // rewound, rolled back, stepped back
            "(?:come|comes|came) free", // becomes free
            "by turns", // interleaved, round-robin
            "buyers?|sells|sold", // clients, grants
            "reckon\\w*", // compute
            "driven out|drives out", // displaced
            "by lot", // at random
            "to the letter", // exactly
            "unasked", // by itself
            "own words", // message
            "shall", // must, should
            "at hand", // available
            "counts? for more than", // takes precedence over
            "stops? in order|stopped in order", // shuts down gracefully
            "nobody|somebody|anybody|someone|whoever|(?<!world:)anyone", // the actor, or the passive
            "(?:near|far) marks?", // the local mark; the ceiling
            "sparing|floors of imports|stories of" // what it is
            );

    /** Words that are names in the code, and say nothing to the reader of a page. */
    private static final List<String> NAMES_OF_CODE = List.of(
            "lifts?|lifted|lifting", // raise, skip
            "buys?|bought|buying" // allocate
            );

    private static final Pattern FORBIDDEN = anyOf(HOME_MADE);

    private static final Pattern FORBIDDEN_IN_PAGES = anyOf(NAMES_OF_CODE);

    /** Addresses, which stay as they are once they are given; settings, names and code. */
    private static final Pattern NOT_PROSE = Pattern.compile("]\\([^)]*\\)|`[^`\n]*`|(?s)```.*?```");

    private static final Pattern COMMENT_OR_TEXT =
            Pattern.compile("(?s)/[*].*?[*]/|\"\"\".*?\"\"\"|//[^\n]*|\"(?:\\\\.|[^\"\\\\\n])*\"");

    private static final Path TEXTS_OF_PROBLEMS = ROOT.resolve(
            "leaf-spring-boot-autoconfigure/src/main/resources/io/leafid/autoconfigure/properties/rules/problems.properties");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                    Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGELOG.md"), TEXTS_OF_PROBLEMS),
                    docs.filter(file -> file.toString().matches(".*[.](md|yml)")).toList().stream());
        }
    }

    static Stream<Path> sources() {
        return SourceTrees.files().stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pageHasNoneOfThem(Path page) throws IOException {
        String prose = NOT_PROSE.matcher(Files.readString(page)).replaceAll("");
        assertNone(FORBIDDEN, prose);
        assertNone(FORBIDDEN_IN_PAGES, prose);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void commentsAndTextsOfASourceHaveNoneOfThem(Path source) throws IOException {
        assertNone(
                FORBIDDEN,
                COMMENT_OR_TEXT
                        .matcher(Files.readString(source))
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.joining("\n")));
    }

    private static Pattern anyOf(List<String> words) {
        return Pattern.compile("(?i)\\b(?:" + String.join("|", words) + ")\\b");
    }

    private static void assertNone(Pattern forbidden, String prose) {
        assertThat(forbidden.matcher(prose).results().map(MatchResult::group)).isEmpty();
    }
}
