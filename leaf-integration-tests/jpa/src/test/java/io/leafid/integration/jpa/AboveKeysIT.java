package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SegmentUnavailableException;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** {@code leaf.data.above-keys}: the tag of an entity is compared with the entity's key. */
class AboveKeysIT {

    private static Stream<TestDatabase> databases() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    private static ConfigurableApplicationContext start(TestDatabase database, boolean aboveKeys) {
        return new SpringApplicationBuilder(JpaApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.jpa.hibernate.ddl-auto=update",
                        "leaf.segment.enabled=true",
                        "leaf.segment.preload-recent=false", // else the notes of an earlier run would refuse the row
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.data.above-keys=" + aboveKeys,
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password())
                .run();
    }

    private static long idOfANewOrder(ConfigurableApplicationContext application) {
        ShopOrder order = new ShopOrder("book");
        application.getBean(EntityManagerFactory.class).runInTransaction(manager -> manager.persist(order));
        return order.id();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tagOfAnEntityIsAboveItsKeyAfterEveryStart(TestDatabase database) {
        try (ConfigurableApplicationContext application = start(database, false)) {
            idOfANewOrder(application); // makes the tables
        }
        database.jdbc().update("UPDATE shop_order SET id = 5000");
        database.jdbc().update("DELETE FROM leaf_alloc");

        try (ConfigurableApplicationContext application = start(database, true)) {
            assertThat(idOfANewOrder(application)).isEqualTo(5_001);
        }
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 4000 WHERE biz_tag = 'shop_order'");
        database.jdbc().update("UPDATE shop_order SET id = 6000 WHERE id = 5000"); // not noted by any run
        database.jdbc().update("DELETE FROM leaf_alloc WHERE biz_tag <> 'shop_order'");
        try (ConfigurableApplicationContext application = start(database, true)) {
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> idOfANewOrder(application))
                    .withMessageContaining("shop_order");
        }
    }
}
