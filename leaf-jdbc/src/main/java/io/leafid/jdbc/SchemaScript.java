package io.leafid.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The script of a dialect that creates the tables. Immutable.
 *
 * <p>A script holds statements that end with a semicolon at the end of a line, each about one table, and whole lines of
 * comment. It names the tables by the names they have by default; other names are put in on request.
 */
public final class SchemaScript {

    private final SqlDialect dialect;
    private final List<String> statements;

    private SchemaScript(SqlDialect dialect, List<String> statements) {
        this.dialect = dialect;
        this.statements = statements;
    }

    public static SchemaScript of(SqlDialect dialect) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String each : read(dialect.schemaResource()).split("\n", -1)) {
            String line = each.stripTrailing();
            if (isSql(line)) {
                statement.append(line).append('\n');
            }
            if (isSql(line) && line.endsWith(";")) {
                statements.add(
                        statement.substring(0, statement.lastIndexOf(";")).strip());
                statement.setLength(0);
            }
        }
        return new SchemaScript(dialect, List.copyOf(statements));
    }

    private static boolean isSql(String line) {
        return !line.isEmpty() && !line.stripLeading().startsWith("--");
    }

    /** Returns whether it creates a table of this name. */
    public boolean names(String defaultName) {
        for (String each : statements) {
            if (each.contains(defaultName)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the statements, without semicolon, that set up one table under a name of choice.
     *
     * @param defaultName the table's name in the script
     * @param name the name to create it under
     * @throws IllegalArgumentException if the script knows no such table
     */
    public List<String> statements(String defaultName, TableName name) {
        Pattern mention = Pattern.compile("\\b" + Pattern.quote(defaultName) + "\\b");
        List<String> found = new ArrayList<>();
        for (String each : statements) {
            if (mention.matcher(each).find()) {
                found.add(mention.matcher(each).replaceAll(Matcher.quoteReplacement(name.value())));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no table '%s' in %s".formatted(defaultName, dialect.schemaResource()));
        }
        return List.copyOf(found);
    }

    /** Returns the same as one text with semicolons, to be pasted into an SQL console. */
    public String text(String defaultName, TableName name) {
        return String.join(";\n\n", statements(defaultName, name)) + ";\n";
    }

    private static String read(String resource) {
        try (InputStream stream = SchemaScript.class.getResourceAsStream("/" + resource)) {
            if (stream == null) {
                throw new IllegalStateException("class path resource '" + resource + "' is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException("class path resource '" + resource + "' cannot be read", ex);
        }
    }
}
