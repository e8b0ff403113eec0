package io.leafid.data.mybatisplus;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.leafid.data.LeafId;
import io.leafid.data.property.LeafIdProperty;
import io.leafid.data.property.LeafIdSource;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * MyBatis-Plus' generator of keys with {@code IdType.ASSIGN_ID}: a key's tag is what {@code @LeafId} says at it, else the name of
 * its table. Thread-safe.
 *
 * <p>What Leaf does not serve goes to the generator that MyBatis-Plus has by default: keys that hold no id of 64 bits, objects
 * without a table, and, where no engine is enabled, keys without {@code @LeafId}.
 */
public final class LeafIdentifierGenerator implements IdentifierGenerator {

    private final LeafIdSource source;
    private final ConcurrentMap<Class<?>, Optional<LeafIdProperty>> served = new ConcurrentHashMap<>();

    /** Makes a generator that takes ids from a source. */
    public LeafIdentifierGenerator(LeafIdSource source) {
        this.source = source;
    }

    @Override
    public boolean assignId(Object idValue) {
        return LeafIdProperty.isUnset(idValue) || IdentifierGenerator.super.assignId(idValue);
    }

    /**
     * Returns the next id of an entity's key.
     *
     * @throws io.leafid.IdGenerationException if no id can be issued
     * @throws io.leafid.data.property.InvalidLeafIdException if {@code @LeafId} is at a key that holds no id, or no engine is enabled
     */
    @Override
    public Number nextId(@Nullable Object entity) {
        if (entity == null) { // asked by IdWorker, which names no entity
            return DefaultIdentifierGenerator.getInstance().nextId(null);
        }
        Optional<LeafIdProperty> key = served.get(entity.getClass());
        if (key == null) {
            key = keyOf(entity.getClass(), source.isPresent());
            served.put(entity.getClass(), key);
        }
        if (key.isEmpty()) {
            return DefaultIdentifierGenerator.getInstance().nextId(entity);
        }
        Object id = source.next(key.get());
        return (id instanceof Number number) ? number : new TextKey((String) id);
    }

    /**
     * The key of a class if Leaf serves it.
     *
     * @param type an entity's class, or any other
     * @param withoutAnnotation whether keys without {@code @LeafId} are served too
     */
    private static Optional<LeafIdProperty> keyOf(Class<?> type, boolean withoutAnnotation) {
        @Nullable TableInfo table = TableInfoHelper.getTableInfo(type);
        if (table == null || table.getKeyProperty() == null) {
            return Optional.empty();
        }
        @Nullable Field field = ReflectionUtils.findField(table.getEntityType(), table.getKeyProperty());
        @Nullable LeafId annotation = (field == null) ? null : field.getAnnotation(LeafId.class);
        if (annotation == null && !(withoutAnnotation && LeafIdProperty.holdsId(table.getKeyType()))) {
            return Optional.empty();
        }
        String path = table.getEntityType().getName() + "." + table.getKeyProperty();
        String value = (annotation == null) ? "" : annotation.value();
        return Optional.of(LeafIdProperty.of(path, table.getKeyType(), value, table.getTableName()));
    }
}
