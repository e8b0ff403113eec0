package io.leafid.autoconfigure.jdbc;

import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.rowset.SqlRowSet;
import org.springframework.util.StringUtils;

/**
 * Makes the statements that give a table the columns it lacks, as one of the original's fork does. Immutable.
 *
 * @param script how the table is made
 * @param defaultTable its name in the script
 * @param table its name here
 */
record MissingColumns(SchemaScript script, String defaultTable, TableName table) {

    /**
     * The statements, without semicolon.
     *
     * @return nothing if the table cannot be read, or lacks a column that must have a value and so is none of Leaf's
     */
    List<String> statements(DataSource dataSource) {
        Map<String, String> wanted = columns();
        Set<String> present = present(dataSource);
        boolean isOurs = wanted.entrySet().stream()
                .allMatch(column -> present.contains(column.getKey()) || mayBeAdded(column.getValue()));
        if (!isOurs) {
            return List.of();
        }
        List<String> statements = new ArrayList<>();
        wanted.forEach((name, definition) -> {
            if (!present.contains(name)) {
                statements.add("ALTER TABLE %s ADD COLUMN %s %s".formatted(table, name, definition));
            }
        });
        return statements;
    }

    private static boolean mayBeAdded(String definition) {
        return definition.contains("DEFAULT NULL") || definition.contains("DEFAULT CURRENT_TIMESTAMP");
    }

    private Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        script.statements(defaultTable, table).get(0).lines().forEach(line -> {
            String[] words = StringUtils.tokenizeToStringArray(line, " ");
            if (line.startsWith(" ") && words.length > 1 && isColumn(words[0])) {
                String definition = String.join(" ", List.of(words).subList(1, words.length));
                columns.put(words[0], StringUtils.trimTrailingCharacter(definition, ','));
            }
        });
        return columns;
    }

    /** Names of columns are written in lower case, key words of constraints in upper case. */
    private static boolean isColumn(String word) {
        return word.chars().allMatch(each -> each == '_' || Character.isLowerCase(each));
    }

    private Set<String> present(DataSource dataSource) {
        try {
            SqlRowSet none =
                    new JdbcTemplate(dataSource).queryForRowSet("SELECT * FROM %s WHERE 1 = 0".formatted(table));
            return Arrays.stream(none.getMetaData().getColumnNames())
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet());
        } catch (DataAccessException ex) {
            return Set.of();
        }
    }
}
