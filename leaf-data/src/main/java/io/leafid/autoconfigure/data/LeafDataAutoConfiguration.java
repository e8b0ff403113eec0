package io.leafid.autoconfigure.data;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.leafid.data.jdbc.LeafIdJdbcCallback;
import io.leafid.data.mybatisplus.LeafIdentifierGenerator;
import io.leafid.data.mybatisplus.LeafSessionFactories;
import io.leafid.data.property.LeafIdSource;
import io.leafid.data.r2dbc.LeafIdR2dbcCallback;
import io.leafid.data.relational.LeafIdAssigner;
import io.leafid.data.shardingsphere.LeafApplicationRegistration;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;

/**
 * Auto-configuration of ids for entities with {@code @LeafId}. Hibernate needs no bean of it. What stores entities is
 * configured whether or not there is a generator, so that one that is missing is reported and no entity goes without an id.
 */
@AutoConfiguration(beforeName = "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration")
public final class LeafDataAutoConfiguration {

    /** Spring Data JDBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcMappingContext.class)
    static class JdbcConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LeafIdJdbcCallback leafIdJdbcCallback(ObjectProvider<JdbcMappingContext> contexts, BeanFactory beans) {
            return new LeafIdJdbcCallback(new LeafIdAssigner(contexts::orderedStream, new LeafIdSource(beans)));
        }
    }

    /** Spring Data R2DBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(R2dbcMappingContext.class)
    static class R2dbcConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LeafIdR2dbcCallback leafIdR2dbcCallback(ObjectProvider<R2dbcMappingContext> contexts, BeanFactory beans) {
            return new LeafIdR2dbcCallback(new LeafIdAssigner(contexts::orderedStream, new LeafIdSource(beans)));
        }
    }

    /** MyBatis-Plus. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(IdentifierGenerator.class)
    static class MybatisPlusConfiguration {

        @Bean
        @ConditionalOnMissingBean(IdentifierGenerator.class)
        LeafIdentifierGenerator leafIdentifierGenerator(BeanFactory beans) {
            return new LeafIdentifierGenerator(new LeafIdSource(beans));
        }

        @Bean
        static LeafSessionFactories leafSessionFactories(
                ObjectProvider<LeafIdentifierGenerator> generator, BeanFactory beans) {
            return new LeafSessionFactories(generator, new LeafIdSource(beans));
        }
    }

    /** ShardingSphere-JDBC, which makes its generators itself. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(KeyGenerateAlgorithm.class)
    static class ShardingSphereConfiguration {

        @Bean
        static LeafApplicationRegistration leafApplicationRegistration(BeanFactory beans) {
            return new LeafApplicationRegistration(new LeafIdSource(beans));
        }
    }
}
