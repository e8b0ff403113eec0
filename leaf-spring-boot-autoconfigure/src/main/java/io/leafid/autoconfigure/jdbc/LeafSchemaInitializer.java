package io.leafid.autoconfigure.jdbc;

import org.springframework.beans.factory.InitializingBean;

/**
 * Creates a table of Leaf if it is missing: after everything by which the application itself makes tables, which may be this
 * one too, and before whatever needs the database, by what {@link LeafSchemaInitializerDetector} says.
 */
public final class LeafSchemaInitializer implements InitializingBean {

    private final LeafSchema schema;

    public LeafSchemaInitializer(LeafSchema schema) {
        this.schema = schema;
    }

    @Override
    public void afterPropertiesSet() {
        schema.create();
    }
}
