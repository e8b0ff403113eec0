package io.leafid.autoconfigure.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.FailureTexts;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;

/** {@code leaf.tags.<tag>.above}: a whole start that compares rows with the columns that they number. */
class AboveColumnsTest {

    private static Stream<TestDatabase> databases() {
        return TestDatabases.all().map(AboveColumnsTest::withOrders);
    }

    private static TestDatabase withOrders(TestDatabase database) {
        database.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY, code VARCHAR(20))");
        database.jdbc().update("INSERT INTO shop_order (id) VALUES (5000)");
        return database;
    }

    private static ApplicationContextRunner on(TestDatabase database, String... settings) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.load-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.auto-create.step=10",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.jdbc.url=" + database.url(),
                        "leaf.jdbc.username=" + database.user(),
                        "leaf.jdbc.password=" + database.password())
                .withPropertyValues(settings);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rowIsMadeAboveTheColumnAndRefusedWhenItIsSetBack(TestDatabase database) {
        ApplicationContextRunner runner = on(database, "leaf.tags.order.above=shop_order.id");

        runner.run(context ->
                assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(5_001));
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 7 WHERE biz_tag = 'order'");
        runner.run(context -> assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> context.getBean(IdGenerator.class).nextId("order"))
                .withMessageContaining(
                        "but shop_order.id holds 5000; if no other node has ids of it in reserve, run UPDATE leaf_alloc SET"
                                + " max_id = 5001"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"leaf.tags.order.above[0]", "leaf.tags[order].above[0]", "leaf.tags.order.Above"})
    void columnsCountHoweverTheyAreWritten(String key) {
        on(withOrders(TestDatabase.h2()), key + "=shop_order.id")
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isEqualTo(5_001));
    }

    /** As a source of secrets, beside a file that has another setting of the tag. */
    @Test
    void columnsOfASourceThatTellsNoNamesCount() {
        PropertySource<?> silent = new PropertySource<>("silent", new Object()) {
            @Override
            public @Nullable Object getProperty(String name) {
                return name.equals("leaf.tags.order.above") ? "shop_order.id" : null;
            }
        };
        on(withOrders(TestDatabase.h2()), "leaf.tags.order.preload=false")
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(silent))
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isEqualTo(5_001));
    }

    @Test
    void columnOfTheApplicationsDatabaseCountsThoughIdsComeFromAnother() {
        TestDatabase shop = withOrders(TestDatabase.h2());
        TestDatabase ids = TestDatabase.h2();
        try (HikariDataSource pool = shop.pool(2)) {
            on(ids, "leaf.tags.order.above=shop_order.id")
                    .withBean(DataSource.class, () -> pool)
                    .run(context -> assertThat(
                                    context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(5_001));
        }
    }

    @Test
    void wrongNameStopsTheStart() {
        TestDatabase database = withOrders(TestDatabase.h2());
        on(database, "leaf.tags.order.above=shop_orders.id").run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure()).isInstanceOfSatisfying(LeafStartException.class, failure -> {
                assertThat(failure.description())
                        .isEqualTo(
                                "Leaf cannot tell whether ids are in use: the ids of tag 'order' cannot be compared with"
                                        + " shop_orders.id: there is no such table or column in "
                                        + database.url().replaceAll(";.*", "") + ".");
                assertThat(failure.action())
                        .isEqualTo("Correct leaf.tags.order.above: a table and a column of whole numbers, such as"
                                + " shop_order.id. Create the table first if it is new.");
            });
        });
    }

    @Test
    void wrongNameOfATagWithAnUnderscoreIsExplained() {
        FailureTexts.assertFails(
                "column-missing",
                FailureTexts.application(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class),
                "--leaf.segment.enabled=true",
                "--leaf.segment.auto-create.enabled=true",
                "--leaf.jdbc.url=jdbc:h2:mem:column_missing",
                "--leaf.tags.shop_order.above=shop_orders.id");
    }

    @Test
    void columnOfTextStopsTheStart() {
        on(withOrders(TestDatabase.h2()), "leaf.tags.order.above=shop_order.id, shop_order.code")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("shop_order.code: it holds no whole numbers"));
    }

    @Test
    void textThatNamesNoColumnIsReportedWithItsKey() {
        on(withOrders(TestDatabase.h2()), "leaf.tags.order.above=id")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("leaf.tags.order.above")
                        .hasStackTraceContaining("must name a table and a column"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"leaf.tags.order.max-step=10", "leaf.tags.order.above="})
    void nothingIsLookedAtWithoutTheSetting(String setting) {
        on(withOrders(TestDatabase.h2()), setting)
                .run(context -> assertThat(context).doesNotHaveBean("leafColumns"));
    }
}
