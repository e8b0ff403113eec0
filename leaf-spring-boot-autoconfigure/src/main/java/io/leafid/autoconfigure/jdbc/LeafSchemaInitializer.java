package io.leafid.autoconfigure.jdbc;

import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;

/**
 * Creates a table of Leaf if it is missing: after everything by which the application itself makes tables, which may be this
 * one too, and before whatever needs the database, by what {@link Detector} says.
 *
 * @param schemas the tables
 */
public record LeafSchemaInitializer(List<LeafSchema> schemas) implements InitializingBean {

    @Override
    public void afterPropertiesSet() {
        for (LeafSchema each : schemas) {
            each.create();
        }
    }

    /**
     * Makes {@link LeafSchemaInitializer} the last of a database's initializers: scripts of the application, Flyway and Liquibase
     * come before it.
     */
    static final class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {

        @Override
        protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
            return Set.of(LeafSchemaInitializer.class);
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }
    }
}
