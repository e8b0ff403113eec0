package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The figures of docs/proof/proof.md: in each row that begins with the name of a search or a rule, the second cell.
 * {@code -Dleaf.specification.write=true} writes them.
 */
final class ProofPage {

    private static final Path PAGE = Path.of("..", "..", "docs", "proof", "proof.md");

    private static final boolean IS_WRITTEN = Boolean.getBoolean("leaf.specification.write");

    private static final Pattern RULE = Pattern.compile("Obeys\\(\"(\\w+)\"\\)");

    private ProofPage() {}

    /** Requires that the page says so of a search or a rule. */
    static synchronized void compare(String name, String figure) throws IOException {
        String page = Files.readString(PAGE);
        Matcher row = Pattern.compile("(?m)^(\\| `%s` \\| )([^|]*)( \\|)".formatted(name))
                .matcher(page);
        assertThat(row.find()).as("a row of `%s` in %s", name, PAGE).isTrue();
        if (IS_WRITTEN) {
            Files.writeString(PAGE, row.replaceFirst(Matcher.quoteReplacement(row.group(1) + figure + row.group(3))));
        } else {
            assertThat(row.group(2)).as("of `%s`", name).isEqualTo(figure);
        }
    }

    /** The rules that a module and that of its faults can break. */
    static Set<String> rulesOf(String module) throws IOException {
        return RULE.matcher(Files.readString(Tlc.SPECIFICATION.resolve(module + ".tla"))
                        + Files.readString(Tlc.SPECIFICATION.resolve(module + "Faults.tla")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
