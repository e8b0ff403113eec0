package io.leafid.integration.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.integration.mybatisplus.Entities.ShopOrders;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** {@code leaf.data.above-keys}: the tag of an entity is compared with the entity's key. */
class AboveKeysTest {

    private static Stream<TestDatabase> databases() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    private static ConfigurableApplicationContext start(TestDatabase database) {
        return new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "leaf.segment.enabled=true",
                        "leaf.segment.preload-recent=false", // else the notes of an earlier run would refuse the row
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.data.above-keys=true",
                        "leaf.tags.document.text=DOC-{id:06}",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password())
                .run();
    }

    private static long idOfANewOrder(ConfigurableApplicationContext application) {
        ShopOrder order = new ShopOrder();
        application.getBean(ShopOrders.class).insert(order);
        return order.id;
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tagOfAnEntityIsAboveItsKey(TestDatabase database) {
        new ResourceDatabasePopulator(new ClassPathResource("schema.sql"))
                .execute(Objects.requireNonNull(database.jdbc().getDataSource()));
        database.jdbc().update("INSERT INTO shop_order (id, item) VALUES (5000, 'imported')");

        try (ConfigurableApplicationContext application = start(database)) {
            assertThat(idOfANewOrder(application)).isEqualTo(5_001);
        }
    }

    /** One mapper: the entity of another of this package is wrong on purpose. */
    @EnableAutoConfiguration
    static class Shop {

        @Bean
        MapperFactoryBean<ShopOrders> orders(SqlSessionFactory factory) {
            MapperFactoryBean<ShopOrders> mapper = new MapperFactoryBean<>(ShopOrders.class);
            mapper.setSqlSessionFactory(factory);
            return mapper;
        }
    }
}
