package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the architecture speaks of what there is. */
class ArchitecturePageTest {

    private static final Path PAGE = Path.of("../docs/contribute/architecture.md");

    /** A word of two humps, or one in code or in a drawing's box alone. */
    private static final Pattern TYPE =
            Pattern.compile("\\b([A-Z][a-z]+(?:[A-Z][a-zA-Z]*)+)\\b|[`\\[]([A-Z][a-z]+)[`\\]]");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\| (`[a-z.]+`(?:, `[a-z.]+`)*)(?: and below)? \\|");

    private static final Pattern NOUN = Pattern.compile("(?m)^\\| ([a-z][a-z ,-]+) \\| (?!\\|)");

    /** Words with a capital letter within that are no type of ours. */
    private static final Set<String> OTHERS = Set.of("MariaDB", "ZooKeeper");

    @Test
    void everyTypeThatThePageNamesExists() throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher type = TYPE.matcher(Files.readString(PAGE));
        while (type.find()) {
            named.add(type.group(1) != null ? type.group(1) : type.group(2));
        }
        named.removeAll(OTHERS);

        assertThat(named).hasSizeGreaterThan(30);
        assertThat(types()).containsAll(named);
    }

    private static Set<String> types() {
        return SourceTrees.files().stream()
                .map(file -> file.getFileName().toString())
                .map(name -> name.substring(0, name.length() - ".java".length()))
                .collect(Collectors.toSet());
    }

    @Test
    void everyPackageThatThePageNamesExistsAndNoneIsMissing() throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher row = PACKAGE.matcher(Files.readString(PAGE));
        while (row.find()) {
            Stream.of(row.group(1).split(", "))
                    .map(name -> name.replace("`", ""))
                    .forEach(named::add);
        }
        Set<String> packages =
                SourceTrees.files().stream().map(SourceTrees::packageOf).collect(Collectors.toSet());
        assertThat(named)
                .contains("io.leafid")
                .allSatisfy(name -> assertThat(packages)
                        .anyMatch(found ->
                                (found + ".").startsWith(name.equals("io.leafid") ? name : "io.leafid." + name + ".")));
        assertThat(named)
                .containsAll(packages.stream()
                        .filter(found -> !found.equals("io.leafid"))
                        .map(found -> found.replaceFirst("io[.]leafid[.]([a-z0-9]+).*", "$1"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void everyNounHasOneDefinition() throws IOException {
        String page = Files.readString(PAGE);
        Matcher row = NOUN.matcher(page.substring(page.indexOf("## Nouns"), page.indexOf("## Which thread")));
        Stream.Builder<String> nouns = Stream.builder();
        while (row.find()) {
            Stream.of(row.group(1).split(", ")).forEach(nouns::add);
        }
        assertThat(nouns.build().toList()).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    }
}
