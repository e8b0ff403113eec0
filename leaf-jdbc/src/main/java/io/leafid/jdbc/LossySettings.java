package io.leafid.jdbc;

import io.leafid.text.Reasons;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;

/**
 * Settings by which a database server loses, in a crash or a fail-over, what it has confirmed. They belong to its operator, so they
 * are told and not refused. Immutable.
 */
public final class LossySettings {

    private static final Logger logger = LoggerFactory.getLogger(LossySettings.class);

    private final OwnStatements statements;
    private final List<String> questions;

    /** Prepares the questions for one database. */
    public LossySettings(OwnStatements statements, SqlDialect dialect) {
        this.statements = statements;
        this.questions = dialect.facts().lossySettings();
    }

    /**
     * Logs one WARN if there are such settings.
     *
     * @param table what is stored in the database
     * @param consequence what can happen, and what to do about it
     */
    public void warn(TableName table, String consequence) {
        List<String> found = find();
        if (!found.isEmpty()) {
            logger.warn(
                    "the database of table {} can lose what it has committed last: {}; {}",
                    table,
                    String.join(", ", found),
                    consequence);
        }
    }

    /** Such settings, with the event in which they count. */
    public List<String> find() {
        RuntimeException refusal = null;
        for (String question : questions) {
            try {
                return statements.execute(jdbc -> jdbc.query(
                        question,
                        (row, number) -> "%s (%s)".formatted(row.getString("setting"), row.getString("event"))));
            } catch (NonTransientDataAccessResourceException ex) {
                throw ex; // the line failed, and not the question
            } catch (NonTransientDataAccessException ex) { // as a firewall refuses it
                refusal = ex;
            }
        }
        if (refusal != null) {
            logger.warn(
                    "the database does not tell whether it can lose what it has committed last: {}",
                    Reasons.of(refusal));
        }
        return List.of();
    }
}
