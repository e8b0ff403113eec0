package io.leafid.data.jdbc;

import io.leafid.data.relational.LeafIdAssigner;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Gives an aggregate its ids before Spring Data JDBC reads them; whether it is new was decided before. Thread-safe.
 *
 * <p>It comes after the callback for auditing, which takes an entity with an id for an old one.
 */
public final class LeafIdJdbcCallback implements BeforeConvertCallback<Object>, Ordered, SmartInitializingSingleton {

    private static final int AFTER_AUDITING = 200;

    private final LeafIdAssigner assigner;

    /** Makes a callback that fills what an assigner finds. */
    public LeafIdJdbcCallback(LeafIdAssigner assigner) {
        this.assigner = assigner;
    }

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
