package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of docs/proof/proof.md: in each row that begins with the name of a configuration or a rule, the second cell.
 * {@code -Dleaf.specification.write=true} writes them.
 */
final class ProofPage {

    private static final Path PAGE = Path.of("..", "..", "docs", "proof", "proof.md");

    private static final boolean IS_WRITTEN = Boolean.getBoolean("leaf.specification.write");

    private static final Pattern WITHOUT = Pattern.compile("Without = \\{([^}]*)}");

    private static final Pattern RULE = Pattern.compile("Obeys\\(\"(\\w+)\"\\)");

    private ProofPage() {}

    /** Requires that the page says so of a configuration or a rule. */
    static synchronized void compare(String name, String figure) {
        try {
            String page = Files.readString(PAGE);
            Matcher row = Pattern.compile("(?m)^(\\| `%s` \\| )([^|]*)( \\|)".formatted(name))
                    .matcher(page);
            assertThat(row.find()).as("a row of `%s` in %s", name, PAGE).isTrue();
            if (IS_WRITTEN) {
                Files.writeString(
                        PAGE, row.replaceFirst(Matcher.quoteReplacement(row.group(1) + figure + row.group(3))));
            } else {
                assertThat(row.group(2)).as("of `%s`", name).isEqualTo(figure);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Whether a configuration asks for what has to happen in the end. */
    static boolean isOfLiveness(String configuration) {
        return read(configuration + ".cfg").contains("PROPERT");
    }

    /** The rules that the configurations of a module break. */
    static Set<String> brokenBy(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(Tlc.SPECIFICATION)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix) && name.endsWith(".cfg"))
                    .map(name -> name.substring(0, name.length() - ".cfg".length()))
                    .flatMap(configuration -> withoutOf(configuration).stream())
                    .filter(rule -> !rule.equals("none"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** The rules that a configuration breaks. */
    static Set<String> withoutOf(String configuration) {
        Matcher without = WITHOUT.matcher(read(configuration + ".cfg"));
        assertThat(without.find()).as(configuration).isTrue();
        return Stream.of(without.group(1).split(",", -1))
                .map(rule -> rule.strip().replace("\"", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The rules that a module can break. */
    static Set<String> rulesOf(String module) {
        return RULE.matcher(read(module + ".tla"))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(String name) {
        try {
            return Files.readString(Tlc.SPECIFICATION.resolve(name));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
