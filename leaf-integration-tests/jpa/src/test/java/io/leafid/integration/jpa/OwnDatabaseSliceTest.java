package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Slices of an application whose ids are reserved in a database of Leaf's own. */
class OwnDatabaseSliceTest {

    @Nested
    @DataJpaTest(
            properties = {
                "spring.datasource.url=jdbc:h2:mem:real",
                "leaf.segment.enabled=true",
                "leaf.segment.auto-create.enabled=true",
                "leaf.jdbc.url=jdbc:h2:mem:leaf"
            })
    class OfARealDatabase {

        @Autowired
        private ApplicationContext context;

        @Autowired
        private Purchases purchases;

        @Test
        void useTheEmbeddedDatabaseForBoth() {
            assertThat(context.getBean(DataSource.class)).isInstanceOf(EmbeddedDatabase.class);
            assertThat(context.containsBean("leafDataSource")).isFalse();
            assertThat(purchases.saveAndFlush(new Shapes.Purchase("book")).id).isPositive();
        }
    }

    @Nested
    @DataJpaTest(
            properties = {
                "leaf.segment.enabled=true",
                "leaf.segment.auto-create.enabled=true",
                "leaf.jdbc.url=jdbc:h2:mem:leaf"
            })
    class OfADatabaseThatTheTestBrings {

        @Autowired
        private ApplicationContext context;

        @DynamicPropertySource
        static void bring(DynamicPropertyRegistry registry) {
            registry.add("spring.datasource.url", () -> "jdbc:h2:mem:brought");
        }

        @Test
        void keepBothDatabases() {
            assertThat(context.getBean("dataSource")).isNotInstanceOf(EmbeddedDatabase.class);
            assertThat(context.containsBean("leafDataSource")).isTrue();
        }
    }
}
