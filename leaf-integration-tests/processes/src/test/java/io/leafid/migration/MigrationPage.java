package io.leafid.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;

/** The commands and settings of a page below docs/run/migration, by step and part, each used as it stands. Immutable. */
final class MigrationPage {

    private static final String SQL = "sql";

    /** As the script of ZooKeeper's distribution starts it. */
    private static final String ZK_CLI =
            """
            zkCli.sh() { "%s/bin/java" -cp "%s" org.apache.zookeeper.ZooKeeperMain "$@"; }
            """.formatted(System.getProperty("java.home"), System.getProperty("java.class.path"));

    private static final Pattern STEP = Pattern.compile("### (\\d+)\\. .*");
    private static final Pattern BLOCK = Pattern.compile("```(sql|sh|properties)");
    private static final Pattern PART = Pattern.compile("\\*\\*(Do|Check|Go on if|Way back)\\*\\*.*");
    private static final Pattern INLINE = Pattern.compile("`(ALTER TABLE [^`]+)`");

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
        String language = "";
        StringBuilder block = null;
        for (String line : text.split("\n", -1)) {
            Matcher heading = STEP.matcher(line);
            Matcher bold = PART.matcher(line);
            Matcher begin = BLOCK.matcher(line.strip());
            if (block != null && line.strip().equals("```")) {
                commands.computeIfAbsent(step + " " + part + " " + language, none -> new ArrayList<>())
                        .add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (heading.matches()) {
                step = heading.group(1);
            } else if (bold.matches()) {
                part = bold.group(1);
                Matcher inline = INLINE.matcher(line);
                while (inline.find()) {
                    commands.computeIfAbsent(step + " " + part + " inline", none -> new ArrayList<>())
                            .add(inline.group(1));
                }
            } else if (begin.matches()) {
                language = begin.group(1);
                block = new StringBuilder();
            }
        }
        return commands;
    }

    /** The statements of a part of a step. */
    List<String> sql(int step, String part) {
        return commands(step, part, SQL);
    }

    /** Does what a step says. */
    void run(JdbcTemplate jdbc, int step) {
        sql(step, "Do").forEach(jdbc::execute);
    }

    /** The one statement in the text of a part. */
    String inline(int step, String part) {
        return commands(step, part, "inline").get(0);
    }

    /** Goes back by a step. */
    void back(JdbcTemplate jdbc, int step) {
        sql(step, "Way back").forEach(jdbc::execute);
    }

    /** Does what a step says once it may go on. */
    void goOn(JdbcTemplate jdbc, int step) {
        sql(step, "Go on if").forEach(jdbc::execute);
    }

    /** The rows that the check of a step shows. */
    List<Map<String, Object>> check(JdbcTemplate jdbc, int step) {
        List<Map<String, Object>> rows = new ArrayList<>();
        sql(step, "Check").forEach(query -> rows.addAll(jdbc.queryForList(query)));
        return rows;
    }

    /** The same page with other names, for what a test has elsewhere. */
    MigrationPage with(Map<String, String> names) {
        Map<String, List<String>> renamed = new HashMap<>();
        commands.forEach((key, blocks) -> renamed.put(
                key, blocks.stream().map(block -> renamed(block, names)).toList()));
        return new MigrationPage(renamed);
    }

    private static String renamed(String block, Map<String, String> names) {
        String text = block;
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
        }
        return text;
    }

    /** Runs the shell's commands of a part, with ZooKeeper's own client; returns what they have written. */
    String shell(int step, String part) throws Exception {
        StringBuilder written = new StringBuilder();
        for (String block : commands(step, part, "sh")) {
            Process shell = new ProcessBuilder("bash", "-c", ZK_CLI + block)
                    .redirectError(ProcessBuilder.Redirect.DISCARD) // the client's log
                    .start();
            written.append(new String(shell.getInputStream().readAllBytes(), UTF_8));
            shell.waitFor(); // with the outcome of the last command alone
        }
        return written.toString();
    }

    /** The settings that a step names, in the given part. */
    Map<String, String> settings(int step, String part) {
        Map<String, String> settings = new TreeMap<>();
        for (String line :
                String.join("\n", commands(step, part, "properties")).lines().toList()) {
            String[] pair = line.split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        return settings;
    }

    private List<String> commands(int step, String part, String language) {
        List<String> found = commands.get(step + " " + part + " " + language);
        if (found == null) {
            throw new IllegalArgumentException("step %d has no %s for %s".formatted(step, language, part));
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
