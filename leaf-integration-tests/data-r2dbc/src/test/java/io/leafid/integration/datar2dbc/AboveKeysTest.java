package io.leafid.integration.datar2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.r2dbc.core.R2dbcEntityOperations;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** {@code leaf.data.above-keys}: the tag of an entity is compared with the entity's key. */
class AboveKeysTest {

    private static Stream<TestDatabase> databases() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    private static ConfigurableApplicationContext start(TestDatabase database) {
        return new SpringApplicationBuilder(DataR2dbcApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "leaf.segment.enabled=true",
                        "leaf.segment.preload-recent=false", // else the notes of an earlier run would refuse the row
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.data.above-keys=true",
                        "leaf.tags.document.text=DOC-{id:06}",
                        "spring.r2dbc.url=" + database.url().replace("jdbc:", "r2dbc:"),
                        "spring.r2dbc.username=" + database.user(),
                        "spring.r2dbc.password=" + database.password(),
                        "leaf.jdbc.url=" + database.url(),
                        "leaf.jdbc.username=" + database.user(),
                        "leaf.jdbc.password=" + database.password())
                .run();
    }

    private static long idOfANewOrder(ConfigurableApplicationContext application) {
        return Objects.requireNonNull(application
                        .getBean(R2dbcEntityOperations.class)
                        .insert(new ShopOrder(null, "book"))
                        .block(Duration.ofMinutes(1)))
                .id();
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
}
