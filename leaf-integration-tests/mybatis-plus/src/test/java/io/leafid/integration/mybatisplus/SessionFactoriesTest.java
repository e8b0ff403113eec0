package io.leafid.integration.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.spring.MybatisSqlSessionFactoryBean;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.data.LeafDataAutoConfiguration;
import io.leafid.data.LeafId;
import io.leafid.data.property.InvalidLeafIdException;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** No property with {@code @LeafId} gets an id of another, or none, in silence. */
class SessionFactoriesTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    MybatisPlusAutoConfiguration.class,
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafDataAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                    "leaf.name=mapped",
                    "leaf.segment.enabled=true",
                    "leaf.segment.auto-create.enabled=true",
                    "leaf.segment.preload-recent=false");

    private ApplicationContextRunner with(Class<?> mapper) {
        return runner.withInitializer(context -> ((GenericApplicationContext) context)
                .registerBean(
                        "mapper",
                        MapperFactoryBean.class,
                        () -> {
                            MapperFactoryBean<?> bean = new MapperFactoryBean<>(mapper);
                            bean.setSqlSessionTemplate(context.getBean(SqlSessionTemplate.class));
                            return bean;
                        },
                        definition -> definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, mapper)));
    }

    private static void assertStoresItsId(ApplicationContextRunner application) {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            new JdbcTemplate(context.getBean(DataSource.class)).execute("CREATE TABLE sale (id BIGINT PRIMARY KEY)");
            Sale sale = new Sale();
            context.getBean(Sales.class).insert(sale);
            assertThat(sale.id).isEqualTo(1);
        });
    }

    @Test
    void sessionFactoryOfTheApplicationAsksLeaf() {
        assertStoresItsId(with(Sales.class).withUserConfiguration(OwnFactory.class));
        assertStoresItsId(with(Sales.class).withUserConfiguration(OwnTemplate.class));
    }

    private static void assertFails(ApplicationContextRunner application, String problem) {
        application.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(InvalidLeafIdException.class)
                .hasMessageStartingWith(SessionFactoriesTest.class.getName() + "$" + problem));
    }

    @Test
    void keyThatMybatisPlusDoesNotAskForStopsTheStart() {
        String problem = ".id has @LeafId, but is a key with IdType.";

        assertFails(with(Autos.class), "Auto" + problem + "AUTO:");
        assertFails(with(Inputs.class), "Input" + problem + "INPUT:");
        assertFails(with(Uuids.class), "Uuid" + problem + "ASSIGN_UUID:");
        assertFails(with(Autos.class).withUserConfiguration(OwnFactory.class), "Auto" + problem + "AUTO:");
        assertFails(
                with(Defaults.class).withPropertyValues("mybatis-plus.global-config.db-config.id-type=input"),
                "Default" + problem + "INPUT:");
    }

    @Test
    void propertyThatMybatisPlusDoesNotAskForStopsTheStart() {
        assertFails(with(Parcels.class), "Parcel.number has @LeafId, but is no key");
        assertFails(with(Getters.class), "Getter.getId has @LeafId, but is a method, and MyBatis-Plus reads fields:");
        assertFails(with(Narrows.class), "Narrow.id has @LeafId, but is of type java.lang.Integer");
    }

    @Test
    void generatorOfTheApplicationStopsTheStart() {
        assertFails(
                with(Sales.class).withBean(IdentifierGenerator.class, DefaultIdentifierGenerator::getInstance),
                "Sale.id has @LeafId, but is a key from " + DefaultIdentifierGenerator.class.getName());
    }

    @Test
    void engineThatIsMissingStopsTheStart() {
        assertFails(
                with(Sales.class).withPropertyValues("leaf.segment.enabled=false"),
                "Sale.id has @LeafId, but there is no IdGenerator");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnFactory {

        @Bean
        SqlSessionFactory ownFactory(DataSource source) throws Exception {
            return make(source);
        }

        static SqlSessionFactory make(DataSource source) throws Exception {
            MybatisSqlSessionFactoryBean bean = new MybatisSqlSessionFactoryBean();
            bean.setDataSource(source);
            return bean.getObject();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTemplate {

        @Bean
        SqlSessionTemplate ownTemplate(DataSource source) throws Exception {
            return new SqlSessionTemplate(OwnFactory.make(source));
        }
    }

    @TableName("sale")
    static class Sale {

        @LeafId
        @TableId(type = IdType.ASSIGN_ID)
        Long id;
    }

    static class Auto {

        @LeafId
        @TableId(type = IdType.AUTO)
        Long id;
    }

    static class Input {

        @LeafId
        @TableId(type = IdType.INPUT)
        Long id;
    }

    static class Uuid {

        @LeafId
        @TableId(type = IdType.ASSIGN_UUID)
        String id;
    }

    static class Default {

        @LeafId
        @TableId
        Long id;
    }

    static class Parcel {

        @TableId(type = IdType.ASSIGN_ID)
        Long id;

        @LeafId
        Long number;
    }

    static class Getter {

        @TableId(type = IdType.ASSIGN_ID)
        Long id;

        @LeafId
        public Long getId() {
            return id;
        }
    }

    static class Narrow {

        @LeafId
        @TableId(type = IdType.ASSIGN_ID)
        Integer id;
    }

    interface Sales extends BaseMapper<Sale> {}

    interface Autos extends BaseMapper<Auto> {}

    interface Inputs extends BaseMapper<Input> {}

    interface Uuids extends BaseMapper<Uuid> {}

    interface Defaults extends BaseMapper<Default> {}

    interface Parcels extends BaseMapper<Parcel> {}

    interface Getters extends BaseMapper<Getter> {}

    interface Narrows extends BaseMapper<Narrow> {}
}
