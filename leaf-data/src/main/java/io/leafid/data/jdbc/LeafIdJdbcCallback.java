package io.leafid.data.jdbc;

import io.leafid.data.relational.LeafIdAssigner;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Gives an aggregate its ids before Spring Data JDBC reads them; whether it is new was decided before. Thread-safe.
 *
 * <p>It comes after the callback for auditing, which takes an entity with an id for an old one.
 *
 * @param assigner fills what it finds
 */
public record LeafIdJdbcCallback(LeafIdAssigner assigner)
        implements BeforeConvertCallback<Object>, Ordered, SmartInitializingSingleton {

    private static final int AFTER_AUDITING = 200;

    @Override
    public void afterSingletonsInstantiated() {
        assigner.check();
    }

    @Override
    public Object onBeforeConvert(Object aggregate) {
        return assigner.assign(aggregate);
    }

    @Override
    public int getOrder() {
        return AFTER_AUDITING;
    }
}
