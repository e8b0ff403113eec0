package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Head;
import io.leafid.benchmarks.raw.Machine;
import io.leafid.benchmarks.raw.RawFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The page of all figures. Between two markers, {@code <!-- table: one-tag -->} and {@code <!-- /table -->}, stands what the raw
 * figures of that name give, if there are any; everything else is written by hand, and stays.
 */
public final class BenchmarksPage {

    private static final Map<String, Table> TABLES = Map.ofEntries(
            Map.entry("one-tag", SegmentTables::oneTag),
            Map.entry("many-tags", SegmentTables::manyTags),
            Map.entry("single-calls", SegmentTables::singleCalls),
            Map.entry("snowflake", SnowflakeTables::line),
            Map.entry("saturated", SnowflakeTables::saturated),
            Map.entry("never-saturated", SnowflakeTables::neverSaturated),
            Map.entry("public-ids", PublicIdTable::markdown),
            Map.entry("texts", TextTable::markdown),
            Map.entry("latency-segment", LatencyTable::markdown),
            Map.entry("latency-snowflake", LatencyTable::markdown),
            Map.entry("http", HttpTables::ids),
            Map.entry("flood", HttpTables::flood),
            Map.entry("service-client", HttpTables::client),
            Map.entry("order", StoreTables::order),
            Map.entry("hundred-thousand-tags", ScaleTables::tags),
            Map.entry("thousand-nodes", ScaleTables::nodes),
            Map.entry("thousand-leases", ScaleTables::leases),
            Map.entry("transactions", ScaleTables::transactions),
            Map.entry("start", StartTable::markdown),
            Map.entry("entities", StoreTables::entities));

    private static final List<String> PLOTS = List.of("latency-segment", "latency-snowflake");

    private static final Pattern MARKED =
            Pattern.compile("(<!-- table: ([a-z-]+) -->\\n)(.*?)(<!-- /table -->)", Pattern.DOTALL);

    private BenchmarksPage() {}

    /** Writes the tables and plots anew. */
    public static void rewrite(Path docs) throws IOException {
        Path page = docs.resolve("benchmarks.md");
        Path directory = docs.resolve("benchmarks");
        Files.writeString(page, rewritten(Files.readString(page), directory));
        for (Map.Entry<Path, String> plot : plots(directory).entrySet()) {
            Files.writeString(plot.getKey(), plot.getValue());
        }
    }

    /** The plots as they should be, by their files. */
    static Map<Path, String> plots(Path directory) {
        return PLOTS.stream()
                .filter(name -> Files.exists(directory.resolve(name + ".json")))
                .collect(Collectors.toMap(
                        name -> directory.resolve(name + ".svg"),
                        name -> LatencyPlot.svg(RawFigures.read(directory.resolve(name + ".json"))
                                .figures())));
    }

    /** The page with what the raw figures of a directory give. */
    static String rewritten(String page, Path directory) {
        return MARKED.matcher(page).replaceAll(marked -> {
            Path raw = directory.resolve(marked.group(2) + ".json");
            String text = Files.exists(raw) ? section(marked.group(2), RawFigures.read(raw)) : marked.group(3);
            return Matcher.quoteReplacement(marked.group(1) + text + marked.group(4));
        });
    }

    private static String section(String name, RawFigures raw) {
        Table table = TABLES.get(name);
        if (table == null) {
            throw new IllegalArgumentException("no table is called " + name + ", only " + TABLES.keySet());
        }
        return origin(name, raw.head()) + table.markdown(raw);
    }

    private static String origin(String name, Head head) {
        Machine machine = head.machine();
        return """
                Measured on %s%s, %d processors%s%s, %s, JDK %s, load %s at the start. Raw figures: [%s.json](benchmarks/%s.json).

                ```
                %s
                ```

                """.formatted(
                        head.date(),
                        after(" at ", head.commit()),
                        machine.processors(),
                        after(", ", machine.cpu()),
                        (machine.memory() == 0) ? "" : ", " + machine.memory() + " GB",
                        machine.system(),
                        machine.java(),
                        Texts.number(machine.load()),
                        name,
                        name,
                        head.command());
    }

    private static String after(String before, String text) {
        return text.isEmpty() ? "" : before + text;
    }
}
