package io.leafid.autoconfigure.columns;

import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.lifecycle.ContextLifecycle;
import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.data.property.KeyColumns;
import io.leafid.jdbc.ColumnName;
import io.leafid.segment.jdbc.JdbcColumns;
import io.leafid.segment.jdbc.UnusableColumnException;
import io.leafid.segment.store.NumberedColumns;
import io.leafid.text.Reasons;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * The columns that tags number, of the settings and of entities. Looked for once all tables may be there. Thread-safe.
 */
final class LeafColumns extends ContextLifecycle implements NumberedColumns, KeyColumns, SmartInitializingSingleton {

    private static final Logger logger = LoggerFactory.getLogger(LeafColumns.class);

    private final JdbcColumns columns;
    private final List<ChosenDatabase> ofApplication;
    private final boolean failFast;
    private final boolean ofKeys;

    /**
     * Takes the columns of the settings.
     *
     * @param databases where columns may be
     * @param properties the settings
     */
    LeafColumns(DatabasesOfColumns databases, LeafProperties properties) {
        super(CONNECTIONS);
        this.columns = new JdbcColumns(databases::of, databases.remedy());
        this.ofApplication = databases.ofApplication();
        this.failFast = properties.segment().failFast();
        this.ofKeys = properties.data().aboveKeys();
        properties
                .tags()
                .forEach((tag, settings) -> settings.above().forEach(name -> columns.add(tag, ColumnName.of(name))));
    }

    @Override
    public void add(String tag, String table, String column) {
        if (!ofKeys) {
            return;
        }
        try {
            columns.add(tag, ColumnName.of(table + "." + column));
        } catch (IllegalArgumentException ex) {
            logger.warn("the ids of tag '{}' are not compared with their key: {}", tag, ex.getMessage());
        }
    }

    @Override
    public Optional<LargestValue> largest(String tag) {
        return columns.largest(tag);
    }

    /**
     * Stops the start if a column is not there.
     *
     * @throws LeafStartException if one is missing
     */
    @Override
    public void afterSingletonsInstantiated() {
        try {
            columns.verify();
        } catch (UnusableColumnException ex) {
            String key = ComponentKeys.ofTag(ex.tag()) + ".above";
            throw new LeafStartException(
                    "Leaf cannot tell whether ids are in use: " + ex.getMessage() + ".",
                    "Correct %s: a table and a column of whole numbers, such as shop_order.id. Create the table first if it is new."
                            .formatted(key),
                    ex,
                    List.of(key));
        } catch (RuntimeException ex) {
            if (failFast) {
                throw ex;
            }
            logger.warn("the columns that tags number could not be looked for yet: {}", Reasons.of(ex));
        }
    }

    @Override
    protected void end() {
        ofApplication.forEach(database -> database.dataSource().release());
    }
}
