package io.leafid.data.r2dbc;

import io.leafid.data.relational.LeafIdAssigner;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Gives an entity its id before Spring Data R2DBC reads it; whether it is new was decided before. Thread-safe.
 *
 * <p>An id may have to wait for a database, so it is fetched on a thread that may wait, not on the driver's. It comes after the
 * callback for auditing, which takes an entity with an id for an old one.
 *
 * @param assigner fills what it finds
 */
public record LeafIdR2dbcCallback(LeafIdAssigner assigner)
        implements BeforeConvertCallback<Object>, Ordered, SmartInitializingSingleton {

    private static final int AFTER_AUDITING = 200;

    @Override
    public void afterSingletonsInstantiated() {
        assigner.check();
    }

    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
        return assigner.isComplete(entity)
                ? Mono.just(entity)
                : Mono.fromCallable(() -> assigner.assign(entity)).subscribeOn(Schedulers.boundedElastic());
    }

    @Override
    public int getOrder() {
        return AFTER_AUDITING;
    }
}
