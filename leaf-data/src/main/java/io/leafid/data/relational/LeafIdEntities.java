package io.leafid.data.relational;

import io.leafid.data.LeafId;
import io.leafid.data.property.LeafIdProperty;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;
import org.springframework.util.ClassUtils;

/**
 * The entities of an application and their properties with {@code @LeafId}. Each class is read once, and once more for each table that it
 * is embedded in, whose tag its ids have. Thread-safe.
 */
final class LeafIdEntities {

    private final Supplier<Stream<? extends RelationalMappingContext>> contexts;
    private final Map<Part, LeafIdEntity> entities = new ConcurrentHashMap<>();

    /** Reads entities that one of several contexts knows. */
    LeafIdEntities(Supplier<Stream<? extends RelationalMappingContext>> contexts) {
        this.contexts = contexts;
    }

    /** All that are known by now. */
    List<LeafIdEntity> all() {
        List<LeafIdEntity> all = new ArrayList<>();
        for (RelationalMappingContext context : contexts.get().toList()) {
            for (RelationalPersistentEntity<?> entity : List.copyOf(context.getPersistentEntities())) {
                all.add(of(entity.getType()));
            }
        }
        return all;
    }

    /** The properties to be filled in instances of a class. */
    LeafIdEntity of(Class<?> type) {
        return of(type, null);
    }

    /** The properties to be filled in instances of a class that are part of a row of a table, unless that is {@code null}. */
    LeafIdEntity of(Class<?> type, @Nullable String table) {
        Part part = new Part(type, table);
        LeafIdEntity known = entities.get(part);
        if (known == null) {
            known = read(type, table);
            entities.put(part, known);
        }
        return known;
    }

    /**
     * Reads a class.
     *
     * @param owner the table that it is embedded in; {@code null} if it has its own
     */
    private LeafIdEntity read(Class<?> type, @Nullable String owner) {
        Class<?> user = ClassUtils.getUserClass(type);
        RelationalMappingContext context = contextOf(user);
        RelationalPersistentEntity<?> entity = context.getRequiredPersistentEntity(user);
        return read(context, entity, (owner == null) ? entity.getTableName().getReference() : owner);
    }

    private RelationalMappingContext contextOf(Class<?> type) {
        List<? extends RelationalMappingContext> all = contexts.get().toList();
        for (RelationalMappingContext context : all) {
            if (context.hasPersistentEntityFor(type)) {
                return context;
            }
        }
        return all.get(0);
    }

    private static LeafIdEntity read(
            RelationalMappingContext context, RelationalPersistentEntity<?> entity, String table) {
        List<LeafIdEntity.Id> ids = new ArrayList<>();
        List<RelationalPersistentProperty> parts = new ArrayList<>();
        for (RelationalPersistentProperty property : entity) {
            LeafId annotation = property.findAnnotation(LeafId.class);
            if (annotation != null) {
                ids.add(new LeafIdEntity.Id(property, leafId(entity, property, annotation, table)));
            } else if (hasLeafIds(context, property, new HashSet<>())) {
                parts.add(property);
            }
        }
        return new LeafIdEntity(entity, table, List.copyOf(ids), List.copyOf(parts));
    }

    private static LeafIdProperty leafId(
            RelationalPersistentEntity<?> entity,
            RelationalPersistentProperty property,
            LeafId annotation,
            String table) {
        return LeafIdProperty.of(
                entity.getType().getName() + "." + property.getName(), property.getType(), annotation.value(), table);
    }

    /** Returns whether a property leads to entities with ids of Leaf; types that were looked into already end a circle. */
    private static boolean hasLeafIds(
            RelationalMappingContext context, RelationalPersistentProperty property, Set<Class<?>> seen) {
        if (!property.isEntity()) {
            return false;
        }
        @Nullable RelationalPersistentEntity<?> part = context.getPersistentEntity(property);
        if (part == null || !seen.add(part.getType())) {
            return false;
        }
        for (RelationalPersistentProperty each : part) {
            if (each.isAnnotationPresent(LeafId.class) || hasLeafIds(context, each, seen)) {
                return true;
            }
        }
        return false;
    }

    /** A class, in a table of its own if none is named. */
    private record Part(Class<?> type, @Nullable String table) {}
}
