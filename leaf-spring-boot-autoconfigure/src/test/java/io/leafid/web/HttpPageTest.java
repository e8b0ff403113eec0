package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about HTTP has every path, method and status, and no other. */
class HttpPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "http.md");

    private static final Pattern REQUEST = Pattern.compile("^[|] ((?:`[A-Z]+`, )*`[A-Z]+ /)([^`{?]*)");

    private static final Pattern WORD = Pattern.compile("[A-Z]{3,}");

    private static final WebSettings SETTINGS = new WebSettings("", 100, 10_000, false, false);

    private static List<LeafRoutes.Entry> entries() {
        LeafRoutes ids =
                LeafRoutes.api(SETTINGS, new WaitingPlaces(1), tag -> null, () -> null, () -> null, () -> null);
        LeafRoutes page = LeafRoutes.page(SETTINGS, query -> query);
        return ids.and(page)
                .and(LeafRoutes.segments(SETTINGS, new WaitingPlaces(1), 1, true, () -> null, () -> null))
                .entries();
    }

    @Test
    void everyPathIsThereWithItsMethods() throws IOException {
        Map<String, Set<String>> answered = new TreeMap<>();
        entries()
                .forEach(entry ->
                        answered.put(entry.path(), new TreeSet<>(entry.route().methods())));
        Map<String, Set<String>> shown = new TreeMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            REQUEST.matcher(line)
                    .results()
                    .forEach(request -> WORD.matcher(request.group(1))
                            .results()
                            .forEach(method -> shown.computeIfAbsent(
                                            "/" + request.group(2).replaceAll("/$", ""), path -> new TreeSet<>())
                                    .add(method.group())));
        }

        assertThat(shown).isEqualTo(answered);
    }

    @Test
    void everyStatusIsThere() throws IOException {
        List<String> statuses = Pattern.compile("new Problem\\((\\d+),")
                .matcher(Files.readString(Path.of("src/main/java/io/leafid/web/route/Problem.java")))
                .results()
                .map(status -> status.group(1))
                .toList();
        List<String> shown = new ArrayList<>();
        try (Stream<String> lines = Files.lines(PAGE)) {
            lines.filter(line -> line.matches("[|] \\d{3} .*")).forEach(line -> shown.add(line.substring(2, 5)));
        }

        assertThat(shown).containsExactlyInAnyOrderElementsOf(statuses);
    }
}
