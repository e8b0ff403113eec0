package io.leafid.data.mybatisplus;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.mapper.Mapper;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import io.leafid.data.property.LeafIdSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.ResolvableType;

/**
 * Gives Leaf's generator to each session factory of MyBatis-Plus, also to one that the application makes itself, and has its entities
 * checked. Thread-safe.
 *
 * @param generator Leaf's generator, unless the application has one of its own
 * @param source where ids come from
 */
public record LeafSessionFactories(ObjectProvider<LeafIdentifierGenerator> generator, LeafIdSource source)
        implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SqlSessionFactory factory) {
            prepare(factory.getConfiguration());
        } else if (bean instanceof SqlSession session) {
            prepare(session.getConfiguration());
        }
        return bean;
    }

    private void prepare(Configuration configuration) {
        GlobalConfig global = GlobalConfigUtils.getGlobalConfig(configuration);
        if (!(configuration instanceof MybatisConfiguration)
                || global.getPostInitTableInfoHandler() instanceof CheckedTables) {
            return;
        }
        if (global.getIdentifierGenerator() instanceof DefaultIdentifierGenerator) { // what the library takes by itself
            generator.ifAvailable(global::setIdentifierGenerator);
        }
        CheckedTables tables = new CheckedTables(global, global.getPostInitTableInfoHandler(), source);
        global.setPostInitTableInfoHandler(tables);
        for (Class<?> mapper : configuration.getMapperRegistry().getMappers()) { // of files that it has read
            Class<?> entity = ResolvableType.forClass(mapper).as(Mapper.class).resolveGeneric();
            TableInfo table = (entity == null) ? null : TableInfoHelper.getTableInfo(entity);
            if (table != null) {
                tables.check(table);
            }
        }
    }
}
