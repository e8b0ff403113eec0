package io.leafid.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private final OwnTransactions transactions;
    private final String question;

    /** Prepares the question for one database. */
    public LossySettings(OwnTransactions transactions, SqlDialect dialect) {
        this.transactions = transactions;
        this.question = dialect.facts().lossySettings();
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

    /** Such settings, with the event in which they count; asked in a transaction of its own, which a user who may not ask spoils. */
    public List<String> find() {
        if (question.isEmpty()) {
            return List.of();
        }
        try {
            List<String> found = new ArrayList<>();
            for (Map<String, Object> row : transactions.execute(jdbc -> jdbc.queryForList(question))) {
                found.add(row.get("setting") + " (" + row.get("event") + ")");
            }
            return found;
        } catch (NonTransientDataAccessResourceException ex) {
            throw ex; // the line failed, and not the question
        } catch (NonTransientDataAccessException ex) {
            logger.debug("the database does not tell its settings", ex);
            return List.of();
        }
    }
}
