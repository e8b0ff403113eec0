package io.leafid.integration.jooq;

import io.leafid.IdGenerator;
import java.util.Locale;
import org.jooq.Field;
import org.jooq.RecordContext;
import org.jooq.RecordListener;
import org.jooq.TableRecord;
import org.jooq.UniqueKey;
import org.jooq.impl.DefaultConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jooq.autoconfigure.DefaultConfigurationCustomizer;
import org.springframework.stereotype.Component;

/** Gives a record its key before it is inserted; the tag is the name of its table. */
@Component
class LeafRecordListener implements RecordListener, DefaultConfigurationCustomizer {

    private final ObjectProvider<IdGenerator> ids;

    LeafRecordListener(ObjectProvider<IdGenerator> ids) {
        this.ids = ids;
    }

    @Override
    public void customize(DefaultConfiguration configuration) {
        configuration.set(this);
    }

    @Override
    public void insertStart(RecordContext context) {
        if (context.record() instanceof TableRecord<?> row) {
            UniqueKey<?> key = row.getTable().getPrimaryKey();
            if (key != null && key.getFields().size() == 1) {
                fill(row, key.getFields().get(0));
            }
        }
    }

    private void fill(TableRecord<?> row, Field<?> key) {
        if (key.getType() == Long.class && row.get(key) == null) {
            String tag = row.getTable().getName().toLowerCase(Locale.ROOT);
            row.set(key.coerce(Long.class), ids.getObject().nextId(tag));
        }
    }
}
