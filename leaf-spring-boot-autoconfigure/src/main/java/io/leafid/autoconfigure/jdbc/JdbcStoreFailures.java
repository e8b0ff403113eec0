package io.leafid.autoconfigure.jdbc;

import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.SqlFailures;
import io.leafid.jdbc.TableName;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.text.Reasons;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * Explains what a database says when a table of Leaf is missing or the database cannot be reached. Immutable.
 *
 * @param database the database
 * @param defaultTable the table's name in the scripts
 * @param table the table's name here
 */
public record JdbcStoreFailures(ChosenDatabase database, String defaultTable, TableName table)
        implements StoreFailures {

    @Override
    public String store() {
        return "%s, table %s".formatted(database.description(), table);
    }

    @Override
    public RuntimeException explain(RuntimeException failure) {
        if (failure instanceof LeafStartException) {
            return failure;
        }
        RuntimeException ofTable = explainTable(failure);
        if (ofTable != null) {
            return ofTable;
        }
        if (isUnreachable(failure)) {
            return unreachable(failure);
        }
        return SqlFailures.isFromDatabase(failure) ? unusable(failure) : failure;
    }

    @Override
    public boolean isOutage(RuntimeException failure) {
        return !SqlFailures.isOfFile(failure) && isUnreachable(failure) && !isUrlRefused(failure);
    }

    private @Nullable RuntimeException explainTable(RuntimeException failure) {
        if (failure instanceof UnsafeTableException unsafe) {
            return unsafeTable(unsafe);
        }
        if (failure instanceof SlotRefusedException refusal) {
            return refused(refusal, database.description());
        }
        if (SqlFailures.isMissingTable(failure)) {
            return missingTable(failure);
        }
        return SqlFailures.isDenied(failure) ? denied(failure) : null;
    }

    /** Explains why a database of this description is not what it is used as. */
    public static LeafStartException refused(SlotRefusedException refusal, String description) {
        return new LeafStartException(
                "Leaf cannot reserve ids in %s as %s: %s.".formatted(description, refusal.expected(), refusal.found()),
                StringUtils.capitalize(refusal.remedy()) + ".",
                refusal,
                List.of("leaf.segment.databases", "leaf.segment.slots"));
    }

    RuntimeException explainCreation(RuntimeException failure) {
        if (failure instanceof LeafStartException || isUnreachable(failure)) {
            return explain(failure);
        }
        return new LeafStartException(
                "Leaf could not create table '%s' in %s: %s"
                        .formatted(table, database.description(), Reasons.of(failure)),
                """
                Create the table with a user that may do so, and set leaf.jdbc.initialize-schema=never:

                %s""".formatted(ddl()),
                failure);
    }

    private LeafStartException missingTable(RuntimeException failure) {
        return new LeafStartException(
                "Leaf cannot reserve ids: there is no table '%s' in %s.".formatted(table, database.description()),
                """
                Set leaf.jdbc.initialize-schema=always to have the table created, or create it yourself:

                %s

                If it has another name, set %s.""".formatted(ddl(), tableProperty()),
                failure);
    }

    private LeafStartException denied(RuntimeException failure) {
        return new LeafStartException(
                "Leaf cannot reserve ids in %s: its user lacks a right: %s"
                        .formatted(database.description(), Reasons.of(driversWords(failure))),
                "Grant the user of Leaf these rights:%n%n%s"
                        .formatted(rights().indent(4).stripTrailing()),
                failure);
    }

    private String rights() {
        String onTable =
                table + (database.dialect() == SqlDialect.POSTGRESQL ? "\nUSAGE on the schema of the table" : "");
        return isOfSegments() ? """
                SELECT, UPDATE on %s
                INSERT too, for leaf.segment.auto-create and texts with periods
                SELECT on leaf_slot, if there is such a table beside it; INSERT too for leaf.segment.databases""".formatted(onTable) : "SELECT, INSERT, UPDATE on " + onTable;
    }

    /** As a table with other columns, a file that cannot be written, or a DataSource that does not take SQL as its database does. */
    private LeafStartException unusable(RuntimeException failure) {
        return new LeafStartException(
                "Leaf cannot reserve ids in table '%s' in %s: %s"
                        .formatted(table, database.description(), Reasons.of(driversWords(failure))),
                """
                Check that the table is as below, and that the DataSource (%s) takes statements as its database does. If it does not, \
                as one of ShardingSphere, set leaf.jdbc.url (with leaf.jdbc.username and leaf.jdbc.password) to give Leaf connections \
                of its own.

                %s""".formatted(database.source().getClass().getName(), ddl()),
                failure);
    }

    private static Throwable driversWords(RuntimeException failure) {
        Throwable cause = failure.getCause();
        return (cause == null) ? failure : cause;
    }

    private LeafStartException unsafeTable(UnsafeTableException failure) {
        return new LeafStartException(
                "Leaf cannot reserve ids in %s: %s.".formatted(database.description(), failure.problem()),
                """
                %s. Or set leaf.jdbc.url (with leaf.jdbc.username and leaf.jdbc.password) to give Leaf a database of its \
                own.""".formatted(StringUtils.capitalize(failure.remedy())),
                failure);
    }

    private String tableProperty() {
        return isOfSegments() ? "leaf.segment.table" : "leaf.snowflake.mysql.table";
    }

    private boolean isOfSegments() {
        return defaultTable.equals(JdbcSegmentStore.DEFAULT_TABLE);
    }

    private String withoutIt() {
        return isOfSegments()
                ? "To start without it and reserve ids as soon as it answers, set leaf.segment.fail-fast=false."
                : "After the first good start, an instance can start without it from the mark on its disk, unless"
                        + " leaf.snowflake.on-registry-loss is stop.";
    }

    private String ddl() {
        SqlDialect dialect = database.dialect();
        return SchemaScript.of(dialect)
                .text(defaultTable, table)
                .stripTrailing()
                .indent(4)
                .stripTrailing();
    }

    private LeafStartException unreachable(RuntimeException failure) {
        return new LeafStartException(
                "Leaf cannot reach %s: %s".formatted(database.description(), Reasons.of(failure)),
                """
                Check that the database is up and that %s names the right one, with the right user and password. %s""".formatted(database.settings(), withoutIt()),
                failure);
    }

    private static boolean isUnreachable(Throwable failure) {
        return SqlFailures.isOutage(failure)
                || (failure instanceof SegmentUnavailableException && failure.getCause() instanceof TimeoutException)
                || isUrlRefused(failure);
    }

    /** Hikari's words for a URL that no driver, or not the one that is set, understands. */
    private static boolean isUrlRefused(Throwable failure) {
        return String.valueOf(failure.getMessage()).contains("claims to not accept jdbcUrl")
                || String.valueOf(failure.getMessage()).startsWith("Failed to get driver instance");
    }
}
