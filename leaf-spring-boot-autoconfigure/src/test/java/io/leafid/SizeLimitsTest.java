package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SourceSizes.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How large things may be in main sources: {@link SourceSizes} says what is counted. What most methods hold is asked of all modules
 * together, since in a small one a few decide.
 *
 * <p>A method that is too long does more than its name says; a constructor or record that is too wide is one whose arguments are
 * mixed up, and hides a thing without a name.
 */
class SizeLimitsTest {

    /** Lines of a file as they are, so that it fits into one look. */
    private static final long MAX_FILE = 300;

    private static final int MAX_METHOD = 30;

    /** What 95 of 100 methods are at most. */
    private static final int USUAL_METHOD = 13;

    private static final int MAX_PARTS = 8;

    /** What is bound by Boot has as many parts as there are settings in its group. */
    private static final String BOUND = "io/leafid/autoconfigure/properties/";

    static List<Path> trees() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.resolve(Path.of("src", "main", "java")))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("trees")
    void filesFitIntoOneLook(Path tree) throws IOException {
        Map<Path, Long> tooLong = new TreeMap<>();
        for (Path file : SourceSizes.files(tree)) {
            try (Stream<String> lines = Files.lines(file)) {
                tooLong.put(file, lines.count());
            }
        }
        tooLong.values().removeIf(lines -> lines <= MAX_FILE);

        assertThat(tooLong).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("trees")
    void noMethodIsLong(Path tree) throws IOException {
        assertThat(SourceSizes.of(tree).methods())
                .isNotEmpty()
                .filteredOn(method -> method.lines() > MAX_METHOD)
                .isEmpty();
    }

    @Test
    void mostMethodsAreShort() throws IOException {
        List<Method> methods = new ArrayList<>();
        for (Path tree : trees()) {
            methods.addAll(SourceSizes.of(tree).methods());
        }
        int[] lines = methods.stream().mapToInt(Method::lines).sorted().toArray();

        assertThat(lines[(int) Math.ceil(lines.length * 0.95) - 1])
                .as("95 of 100 methods; the longest are %s", longest(methods))
                .isLessThanOrEqualTo(USUAL_METHOD);
    }

    private static List<Method> longest(List<Method> methods) {
        return methods.stream()
                .filter(method -> method.lines() > USUAL_METHOD)
                .sorted((left, right) -> right.lines() - left.lines())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("trees")
    void nothingTakesManyParts(Path tree) throws IOException {
        assertThat(SourceSizes.of(tree).widths())
                .isNotEmpty()
                .filteredOn(width -> width.parts() > MAX_PARTS && !width.file().contains(BOUND))
                .isEmpty();
    }
}
