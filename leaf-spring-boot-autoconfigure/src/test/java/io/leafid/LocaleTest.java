package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What main sources format must not depend on the locale of the JVM. {@code %d} writes the digits of the default locale, which in Arabic, Persian,
 * Bengali, Marathi, Burmese and others are not those of a node's name, a file or SQL: {@code %s} writes the same number everywhere.
 */
class LocaleTest {

    private static final Pattern LOCAL_DIGITS = Pattern.compile("%(\\d+\\$)?[-#+ 0,(]*\\d*d");

    /** Formats of a database, and what names a locale. */
    private static final Pattern ALLOWED = Pattern.compile("strftime\\(|Locale\\.ROOT");

    @Test
    void numbersAreWrittenInTheDigitsOfNoLocale() throws IOException {
        for (Path file : SourceTrees.files()) {
            try (Stream<String> lines = Files.lines(file)) {
                assertThat(lines.filter(line -> LOCAL_DIGITS.matcher(line).find())
                                .filter(line -> !ALLOWED.matcher(line).find()))
                        .as(file.toString())
                        .isEmpty();
            }
        }
    }
}
