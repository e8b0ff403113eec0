package io.leafid.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The script of a dialect that creates the tables, each by one statement under the name that it has by default. Immutable.
 *
 * @param dialect the kind of database
 * @param script the script
 */
public record SchemaScript(SqlDialect dialect, String script) {

    /** Reads the script. */
    public static SchemaScript of(SqlDialect dialect) {
        try (InputStream stream = SchemaScript.class.getResourceAsStream("/" + dialect.schemaResource())) {
            if (stream == null) {
                throw new IllegalStateException("class path resource '" + dialect.schemaResource() + "' is missing");
            }
            return new SchemaScript(dialect, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns whether it creates a table of this name. */
    public boolean names(String defaultName) {
        return find(defaultName).find();
    }

    /**
     * The statement that creates one table under a name of choice, with its semicolon, to be pasted into an SQL console.
     *
     * @param defaultName the table's name in the script
     * @throws IllegalArgumentException if the script knows no such table
     */
    public String text(String defaultName, TableName name) {
        Matcher found = find(defaultName);
        if (!found.find()) {
            throw new IllegalArgumentException("no table '%s' in %s".formatted(defaultName, dialect.schemaResource()));
        }
        return found.group(1) + name + found.group(2);
    }

    private Matcher find(String defaultName) {
        return Pattern.compile("(?s)(CREATE TABLE IF NOT EXISTS )" + Pattern.quote(defaultName) + "( \\(.*?;\n)")
                .matcher(script);
    }
}
