package io.leafid.data.mybatisplus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.handlers.PostInitTableInfoHandler;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableFieldInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import io.leafid.data.LeafId;
import io.leafid.data.property.InvalidLeafIdException;
import io.leafid.data.property.LeafIdProperty;
import io.leafid.data.property.LeafIdSource;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import org.apache.ibatis.session.Configuration;
import org.springframework.util.ReflectionUtils;

/** The refusal of entities with {@code @LeafId} where MyBatis-Plus does not ask Leaf, once it reads them. Thread-safe. */
final class CheckedTables implements PostInitTableInfoHandler {

    private final GlobalConfig config;
    private final PostInitTableInfoHandler next;
    private final LeafIdSource source;

    CheckedTables(GlobalConfig config, LeafIdSource source) {
        this.config = config;
        this.next = config.getPostInitTableInfoHandler();
        this.source = source;
    }

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
        ReflectionUtils.doWithFields(
                entity, field -> check(table, field), field -> field.isAnnotationPresent(LeafId.class));
        ReflectionUtils.doWithMethods(
                entity,
                method -> {
                    throw refused(table, method, "but MyBatis-Plus reads fields", "Move it to the field.");
                },
                method -> method.isAnnotationPresent(LeafId.class));
    }

    private void check(TableInfo table, Field field) {
        IdentifierGenerator generator = config.getIdentifierGenerator();
        if (!field.getName().equals(table.getKeyProperty())) {
            throw refused(
                    table,
                    field,
                    "but is no key, and MyBatis-Plus asks for ids of keys alone",
                    "Remove it, and set the property to what IdGenerator.nextId returns.");
        }
        if (table.getIdType() != IdType.ASSIGN_ID) {
            throw refused(
                    table,
                    field,
                    "but MyBatis-Plus asks for no id of a key with IdType." + table.getIdType(),
                    "Say @TableId(type = IdType.ASSIGN_ID) beside it.");
        }
        if (!(generator instanceof LeafIdentifierGenerator)) {
            throw refused(
                    table,
                    field,
                    "but MyBatis-Plus asks a generator of the application: "
                            + generator.getClass().getName(),
                    "Remove that generator, or the annotation.");
        }
        source.requirePresent(LeafIdProperty.of(
                path(table, field),
                table.getKeyType(),
                field.getAnnotation(LeafId.class).value(),
                table.getTableName()));
    }

    private static InvalidLeafIdException refused(TableInfo table, Member member, String problem, String action) {
        return new InvalidLeafIdException(path(table, member) + " has @LeafId, " + problem + ".", action);
    }

    private static String path(TableInfo table, Member member) {
        return table.getEntityType().getName() + "." + member.getName();
    }
}
