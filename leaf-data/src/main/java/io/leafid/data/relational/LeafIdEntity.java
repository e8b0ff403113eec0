package io.leafid.data.relational;

import io.leafid.data.property.LeafIdProperty;
import java.util.List;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;

/**
 * The properties to be filled in an entity. Immutable.
 *
 * @param entity the entity
 * @param table the table whose rows it is in, its own or that of the entity that it is embedded in
 * @param ids its own properties with {@code @LeafId}
 * @param parts its properties that hold entities with such properties, singly, embedded, or in a collection or map
 */
record LeafIdEntity(
        RelationalPersistentEntity<?> entity, String table, List<Id> ids, List<RelationalPersistentProperty> parts) {

    boolean isEmpty() {
        return ids.isEmpty() && parts.isEmpty();
    }

    /**
     * A property with {@code @LeafId}.
     *
     * @param property how Spring Data reads and writes it
     * @param leafId its tag and type
     */
    record Id(RelationalPersistentProperty property, LeafIdProperty leafId) {}
}
