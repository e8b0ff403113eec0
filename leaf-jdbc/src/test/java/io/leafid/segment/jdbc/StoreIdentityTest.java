package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreIdentityTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db:3306/leaf?user=u&password=p, , jdbc:mysql://db:3306/leaf leaf_alloc",
        "jdbc:mysql://u:p@db:3306/leaf, , jdbc:mysql://db:3306/leaf leaf_alloc",
        "jdbc:mariadb://a:3306;b:3306/leaf, , jdbc:mariadb://a:3306 leaf_alloc",
        "jdbc:postgresql://db/leaf?ssl=true, public, jdbc:postgresql://db/leaf public leaf_alloc",
        "jdbc:mysql://u:p@db, , jdbc:mysql://db leaf_alloc",
        "jdbc:mysql://@db/leaf, , jdbc:mysql://db/leaf leaf_alloc",
        "jdbc:mysql://db/le@f, , jdbc:mysql://db/le@f leaf_alloc",
        "jdbc:sqlite:/home/me@work/leaf.db, , jdbc:sqlite:/home/me@work/leaf.db leaf_alloc",
        "jdbc:postgresql://u:p@ss@db/leaf, ids, jdbc:postgresql://db/leaf ids leaf_alloc",
        "jdbc:h2:file:/var/lib/leaf;MODE=MySQL;PASSWORD=p, PUBLIC, jdbc:h2:file:/var/lib/leaf PUBLIC leaf_alloc",
    })
    void addressWithoutUserAndParametersSchemaAndTableTellStoresApart(String url, String schema, String identity) {
        assertThat(StoreIdentity.of(url, schema, "leaf_alloc")).isEqualTo(identity);
    }

    @ParameterizedTest
    @CsvSource({"jdbc:h2:mem:test", "jdbc:h2:mem:", "jdbc:h2:tcp://localhost/mem:test;MODE=MySQL"})
    void databaseThatLivesInMemoryHasNone(String url) {
        assertThat(StoreIdentity.of(url, "PUBLIC", "leaf_alloc")).isEmpty();
    }

    @Test
    void whatCannotBePrintedIsLeftOut() {
        assertThat(StoreIdentity.of("jdbc:mysql://db/a\u0001b\u007fc", " s", "leaf_alloc"))
                .isEqualTo("jdbc:mysql://db/abc  s leaf_alloc");
    }

    @Test
    void driverThatTellsNoAddressHasNone() {
        assertThat(StoreIdentity.of(null, "public", "leaf_alloc")).isEmpty();
    }
}
