package io.leafid.data.hibernate;

import io.leafid.data.property.LeafIdProperty;
import org.hibernate.TransientObjectException;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.generator.Generator;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.persister.entity.EntityPersister;

/**
 * The refusal of an upsert that lacks an id: Hibernate generates none there, and finds that out by itself only where ids are not assigned.
 * Stateless.
 */
public final class UpsertedEntities implements Integrator, PreUpsertEventListener {

    private static final long serialVersionUID = 1L;

    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrap, SessionFactoryImplementor factory) {
        factory.getEventEngine().getListenerRegistry().appendListeners(EventType.PRE_UPSERT, this);
    }

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        EntityPersister entity = event.getPersister();
        require(entity, entity.getIdentifierPropertyName(), entity.getGenerator(), event.getId());
        Generator[] generators = entity.getGenerators();
        for (int i = 0; i < generators.length; i++) {
            require(entity, entity.getPropertyNames()[i], generators[i], event.getState()[i]);
        }
        return false;
    }

    private static void require(EntityPersister entity, String property, Generator generator, Object value) {
        if (generator instanceof LeafIdValueGenerator && LeafIdProperty.isUnset(value)) {
            throw new TransientObjectException("%s.%s has @LeafId and is not set, and upsert() generates no ids"
                    .formatted(entity.getEntityName(), property));
        }
    }
}
