package io.leafid.data.relational;

import io.leafid.data.property.LeafIdProperty;
import io.leafid.data.property.LeafIdSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.model.EntityInstantiators;
import org.springframework.data.mapping.model.InstantiationAwarePropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;

/**
 * Fills the properties with {@code @LeafId} that are not set, of an entity and of all that belongs to its aggregate. An immutable
 * entity is replaced by a copy. Thread-safe.
 */
public final class LeafIdAssigner {

    private final LeafIdEntities entities;
    private final LeafIdSource source;
    private final EntityInstantiators instantiators = new EntityInstantiators();

    /**
     * Makes an assigner.
     *
     * @param contexts what Spring Data knows of the entities; the first context that has an entity counts
     * @param source where ids come from
     */
    public LeafIdAssigner(Supplier<Stream<? extends RelationalMappingContext>> contexts, LeafIdSource source) {
        this.entities = new LeafIdEntities(contexts);
        this.source = source;
    }

    /**
     * Checks all entities that are known at the start.
     *
     * @throws io.leafid.data.property.InvalidLeafIdException if a property holds no id, its tag is not legal or there is no generator
     */
    public void check() {
        entities.all().forEach(each -> each.ids().forEach(id -> source.requirePresent(id.leafId())));
    }

    /** Returns whether there is nothing to fill: no such property, or an entity of one that is set. */
    public boolean isComplete(Object entity) {
        LeafIdEntity concerned = entities.of(entity.getClass());
        if (!concerned.parts().isEmpty()) {
            return false;
        }
        PersistentPropertyAccessor<Object> values = accessor(entity, concerned.entity());
        return concerned.ids().stream().noneMatch(id -> LeafIdProperty.isUnset(values.getProperty(id.property())));
    }

    /**
     * Returns the entity with its ids, which is a copy if it is immutable.
     *
     * @throws io.leafid.IdGenerationException if no id can be issued
     */
    @SuppressWarnings("unchecked") // a copy is of the same class
    public <T> T assign(T entity) {
        LeafIdEntity concerned = entities.of(entity.getClass());
        return concerned.isEmpty() ? entity : (T) assign(entity, concerned);
    }

    private Object assign(Object entity, LeafIdEntity concerned) {
        PersistentPropertyAccessor<Object> values = accessor(entity, concerned.entity());
        for (LeafIdEntity.Id id : concerned.ids()) {
            if (LeafIdProperty.isUnset(values.getProperty(id.property()))) {
                values.setProperty(id.property(), source.next(id.leafId()));
            }
        }
        for (RelationalPersistentProperty part : concerned.parts()) {
            Object value = values.getProperty(part);
            Object assigned = (value == null) ? null : assignPart(value, part, concerned.table());
            if (assigned != value) {
                values.setProperty(part, assigned);
            }
        }
        return values.getBean();
    }

    private PersistentPropertyAccessor<Object> accessor(Object entity, RelationalPersistentEntity<?> type) {
        return new InstantiationAwarePropertyAccessor<>(entity, type::getPropertyAccessor, instantiators);
    }

    /** What is embedded is in the row of its owner, so that its ids are those of the owner's table. */
    private Object assignPart(Object value, RelationalPersistentProperty part, String table) {
        return part.isEmbedded() ? assign(value, entities.of(value.getClass(), table)) : assignAll(value);
    }

    /** The same value unless one of its entities had to be replaced. */
    private Object assignAll(Object value) {
        if (value instanceof Map<?, ?> map) {
            return assignValues(map);
        }
        return (value instanceof Collection<?> all) ? assignElements(all) : assign(value);
    }

    private Object assignValues(Map<?, ?> map) {
        Map<Object, Object> assigned = new LinkedHashMap<>();
        map.forEach((key, each) -> assigned.put(key, assign(each)));
        return isSame(map.values(), assigned.values()) ? map : assigned;
    }

    private Object assignElements(Collection<?> all) {
        List<Object> assigned = new ArrayList<>(all.size());
        all.forEach(each -> assigned.add(assign(each)));
        if (isSame(all, assigned)) {
            return all;
        }
        return (all instanceof Set) ? new LinkedHashSet<>(assigned) : assigned;
    }

    private static boolean isSame(Collection<?> before, Collection<?> after) {
        var replaced = after.iterator();
        return before.stream().allMatch(each -> each == replaced.next());
    }
}
