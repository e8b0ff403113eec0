package io.leafid.data.mybatisplus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.handlers.PostInitTableInfoHandler;
import com.baomidou.mybatisplus.core.metadata.TableFieldInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import io.leafid.data.LeafId;
import io.leafid.data.property.InvalidLeafIdException;
import io.leafid.data.property.LeafIdProperty;
import io.leafid.data.property.LeafIdSource;
import java.lang.reflect.Member;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** The refusal of entities with {@code @LeafId} where MyBatis-Plus does not ask Leaf, once it reads them. Thread-safe. */
record CheckedTables(GlobalConfig config, PostInitTableInfoHandler next, LeafIdSource source)
        implements PostInitTableInfoHandler {

    @Override
    public TableInfo creteTableInfo(Configuration configuration, Class<?> entityType) {
        return next.creteTableInfo(configuration, entityType);
    }

    @Override
    public TableFieldInfo postFieldInfo(TableFieldInfo field, Configuration configuration) {
        return next.postFieldInfo(field, configuration);
    }

    @Override
    public TableInfo postTableInfo(TableInfo table, Configuration configuration) {
        TableInfo made = next.postTableInfo(table, configuration);
        check(made);
        return made;
    }

    /**
     * Checks a table.
     *
     * @throws InvalidLeafIdException if one of its properties has {@code @LeafId} and would get no id of Leaf
     */
    void check(TableInfo table) {
        Class<?> entity = table.getEntityType();
        ReflectionUtils.doWithFields(entity, field -> {
            LeafId annotation = field.getAnnotation(LeafId.class);
            if (annotation != null) {
                String path = require(table, field, problemOf(table, field));
                source.requirePresent(
                        LeafIdProperty.of(path, table.getKeyType(), annotation.value(), table.getTableName()));
            }
        });
        ReflectionUtils.doWithMethods(
                entity,
                method -> require(table, method, "is a method, and MyBatis-Plus reads fields"),
                method -> method.isAnnotationPresent(LeafId.class));
    }

    private @Nullable String problemOf(TableInfo table, Member field) {
        Object generator = config.getIdentifierGenerator();
        if (!field.getName().equals(table.getKeyProperty())) {
            return "is no key";
        }
        if (table.getIdType() != IdType.ASSIGN_ID) {
            return "is a key with IdType." + table.getIdType();
        }
        return (generator instanceof LeafIdentifierGenerator)
                ? null
                : "is a key from " + generator.getClass().getName();
    }

    /** The property's name for the reader. */
    private static String require(TableInfo table, Member member, @Nullable String problem) {
        String path = table.getEntityType().getName() + "." + member.getName();
        if (problem != null) {
            throw new InvalidLeafIdException(
                    path + " has @LeafId, but " + problem + ": MyBatis-Plus would not ask Leaf for its id.",
                    "Have @LeafId at a field with @TableId(type = IdType.ASSIGN_ID), and no other IdentifierGenerator.");
        }
        return path;
    }
}
