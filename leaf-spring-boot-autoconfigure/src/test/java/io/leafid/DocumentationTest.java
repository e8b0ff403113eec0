package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every source file tells its reader before the first line of code. */
class DocumentationTest {

    private static final Pattern AUDIENCE =
            Pattern.compile("\\A/\\*\\*\\s+(\\*\\s+)?(Public API|Extension point|Internal)\\.\\s");

    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^ *public (?:[a-z-]+ )*(?:class|interface|record|enum|@interface) (\\w+)");

    @Test
    void everyPackageSaysForWhomItIs() {
        assertThat(sourceFiles().map(Path::getParent).distinct())
                .isNotEmpty()
                .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                        .content()
                        .containsPattern(AUDIENCE));
    }

    @Test
    void everyPublicTypeSaysWhatItIs() {
        assertThat(sourceFiles())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(publicTypesWithoutJavadoc(read(file)))
                        .as("public types without Javadoc in %s", file)
                        .isEmpty());
    }

    private static List<String> publicTypesWithoutJavadoc(String source) {
        return PUBLIC_TYPE
                .matcher(source)
                .results()
                .filter(type -> !endsWithJavadoc(source.substring(0, type.start())))
                .map((MatchResult type) -> type.group(1))
                .toList();
    }

    /** Between a Javadoc comment and its type stand annotations only. */
    private static boolean endsWithJavadoc(String source) {
        int end = source.lastIndexOf("*/");
        if (end < 0 || !source.startsWith("/**", source.lastIndexOf("/*", end))) {
            return false;
        }
        String between = source.substring(end + 2).strip();
        return between.isEmpty() || (between.startsWith("@") && !between.contains(";"));
    }

    private static Stream<Path> sourceFiles() {
        return SourceTrees.files().stream();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
