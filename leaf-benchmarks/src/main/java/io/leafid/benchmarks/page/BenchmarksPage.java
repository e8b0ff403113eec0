package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Head;
import io.leafid.benchmarks.raw.Machine;
import io.leafid.benchmarks.raw.RawFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page of all figures. Between two markers, {@code <!-- table: one-tag -->} and {@code <!-- /table -->}, stands what the raw
 * figures of that name give, if there are any; everything else is written by hand, and stays.
 */
public final class BenchmarksPage {

    private static final Map<String, Table> TABLES = Map.of(
            "one-tag", SegmentTables::oneTag,
            "many-tags", SegmentTables::manyTags,
            "single-calls", SegmentTables::singleCalls,
            "snowflake", SnowflakeTables::line,
            "saturated", SnowflakeTables::saturated,
            "never-saturated", SnowflakeTables::neverSaturated,
            "public-ids", PublicIdTable::markdown);

    private static final Pattern MARKED =
            Pattern.compile("(<!-- table: ([a-z-]+) -->\\n)(.*?)(<!-- /table -->)", Pattern.DOTALL);

    private BenchmarksPage() {}

    /** Writes the tables anew. */
    public static void rewrite(Path docs) throws IOException {
        Path page = docs.resolve("benchmarks.md");
        Files.writeString(page, rewritten(Files.readString(page), docs.resolve("benchmarks")));
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
