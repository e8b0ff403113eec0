package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A repository of an application on a server. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "spring.jpa.hibernate.ddl-auto=create",
            "spring.jpa.properties.hibernate.jdbc.batch_size=50",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.jdbc.initialize-schema=always"
        })
@DirtiesContext // a context of the cache is closed while the databases are: it would wait for them
class MariaDbEntityIdsTest {

    @Autowired
    private Purchases purchases;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase database = MariaDb.database();
        // The server of the tests logs statements, and with that refuses bulk inserts.
        registry.add("spring.datasource.url", () -> database.url() + "?useBulkStmts=false");
        registry.add("spring.datasource.username", database::user);
        registry.add("spring.datasource.password", database::password);
    }

    @Test
    void repositoryStoresEachEntityWithItsId() {
        List<Shapes.Purchase> saved = purchases.saveAll(IntStream.range(0, 1000)
                .mapToObj(number -> new Shapes.Purchase("book " + number))
                .toList());

        assertThat(saved).extracting(each -> each.id).doesNotHaveDuplicates().isSorted();
        assertThat(purchases.count()).isEqualTo(1000);
    }
}
