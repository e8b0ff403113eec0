package io.leafid.data.mybatisplus;

import com.baomidou.mybatisplus.core.mapper.Mapper;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.leafid.data.LeafId;
import io.leafid.data.property.LeafIdProperty;
import io.leafid.data.property.LeafIdSource;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/** The keys of entities as MyBatis-Plus knows them. Stateless. */
final class LeafIdKeys {

    private static final Set<Class<?>> TYPES = Set.of(long.class, Long.class, String.class);

    /** Takes note of the key with {@code @LeafId} of the entity that a mapper stores, if it has one. */
    void note(Class<?> mapper, LeafIdSource source) {
        @Nullable Class<?> entity = ResolvableType.forClass(mapper).as(Mapper.class).resolveGeneric();
        @Nullable TableInfo table = (entity == null) ? null : TableInfoHelper.getTableInfo(entity);
        if (table != null) {
            of(table.getEntityType(), false)
                    .ifPresent(key -> source.key(key, table.getTableName(), table.getKeyColumn()));
        }
    }

    /**
     * The key of a class if Leaf serves it.
     *
     * @param type an entity's class, or any other
     * @param withoutAnnotation whether keys without {@code @LeafId} are served too
     */
    Optional<LeafIdProperty> of(Class<?> type, boolean withoutAnnotation) {
        @Nullable TableInfo table = TableInfoHelper.getTableInfo(type);
        if (table == null || table.getKeyProperty() == null) {
            return Optional.empty();
        }
        @Nullable LeafId annotation = annotationOf(table);
        if (annotation == null && !(withoutAnnotation && TYPES.contains(table.getKeyType()))) {
            return Optional.empty();
        }
        String path = table.getEntityType().getName() + "." + table.getKeyProperty();
        String value = (annotation == null) ? "" : annotation.value();
        return Optional.of(LeafIdProperty.of(path, table.getKeyType(), value, table.getTableName()));
    }

    private static @Nullable LeafId annotationOf(TableInfo table) {
        @Nullable Field field = ReflectionUtils.findField(table.getEntityType(), table.getKeyProperty());
        return (field == null) ? null : field.getAnnotation(LeafId.class);
    }
}
