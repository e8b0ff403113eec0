package io.leafid.migration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;

/** The SQL commands of a page below docs/run/migration, by step and part, each run as it stands. Immutable. */
final class MigrationPage {

    private static final Pattern STEP = Pattern.compile("### (\\d+)\\. .*");
    private static final Pattern PART = Pattern.compile("\\*\\*(Do|Check|Go on if|Way back)\\*\\*.*");

    private final Map<String, List<String>> commands;

    private MigrationPage(Map<String, List<String>> commands) {
        this.commands = commands;
    }

    /** Reads a page; a heading of its own limits it to one section. */
    static MigrationPage read(String name) {
        return read(name, "");
    }

    /** Reads one section of a page. */
    static MigrationPage read(String name, String section) {
        try {
            String page = Files.readString(Path.of("../../docs/run/migration/" + name));
            int begin = section.isEmpty() ? 0 : page.indexOf("\n## " + section + "\n");
            if (begin < 0) {
                throw new IllegalArgumentException(name + " has no section " + section);
            }
            int end = section.isEmpty() ? -1 : page.indexOf("\n## ", begin + 1);
            return new MigrationPage(parse(page.substring(begin, (end < 0) ? page.length() : end)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> commands = new HashMap<>();
        String step = "0";
        String part = "Do";
        StringBuilder block = null;
        for (String line : text.split("\n", -1)) {
            Matcher heading = STEP.matcher(line);
            Matcher bold = PART.matcher(line);
            if (block != null && line.strip().equals("```")) {
                commands.computeIfAbsent(step + " " + part, none -> new ArrayList<>())
                        .add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (heading.matches()) {
                step = heading.group(1);
            } else if (bold.matches()) {
                part = bold.group(1);
            } else if (line.strip().equals("```sql")) {
                block = new StringBuilder();
            }
        }
        return commands;
    }

    /** Does what a step says. */
    void run(JdbcTemplate jdbc, int step) {
        commands(step, "Do").forEach(jdbc::execute);
    }

    /** Goes back by a step. */
    void back(JdbcTemplate jdbc, int step) {
        commands(step, "Way back").forEach(jdbc::execute);
    }

    /** The rows that the check of a step shows. */
    List<Map<String, Object>> check(JdbcTemplate jdbc, int step) {
        List<Map<String, Object>> rows = new ArrayList<>();
        commands(step, "Check").forEach(query -> rows.addAll(jdbc.queryForList(query)));
        return rows;
    }

    private List<String> commands(int step, String part) {
        List<String> found = commands.get(step + " " + part);
        if (found == null) {
            throw new IllegalArgumentException("step " + step + " has no SQL for " + part);
        }
        return found.stream().map(MigrationPage::withoutEnd).toList();
    }

    /** A console ends a statement by a semicolon, a driver by none. */
    private static String withoutEnd(String command) {
        String stripped = command.strip();
        return (stripped.endsWith(";") && !stripped.endsWith("END;"))
                ? stripped.substring(0, stripped.length() - 1)
                : stripped;
    }
}
