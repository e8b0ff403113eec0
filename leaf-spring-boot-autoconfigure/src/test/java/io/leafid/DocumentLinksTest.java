package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a page links to, in this repository, is there. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\\n]*`");

    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages =
                    docs.filter(file -> file.toString().endsWith(".md")).toList();
            return Stream.concat(
                    Stream.of(
                            ROOT.resolve("README.md"),
                            ROOT.resolve("README.zh-CN.md"),
                            ROOT.resolve("leaf-benchmarks/README.md")),
                    pages.stream());
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(Path page) throws IOException {
        Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
        while (link.find()) {
            String file = link.group(1);
            if (file.contains(":")) {
                continue; // elsewhere
            }
            Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
            assertThat(target).as(link.group()).exists();
            if (link.group(2) != null) {
                assertThat(anchorsOf(target)).as(link.group()).contains(link.group(2));
            }
        }
    }

    /** As they are made of headings: small letters, dashes for spaces, nothing but letters, digits and dashes. */
    private static List<String> anchorsOf(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
