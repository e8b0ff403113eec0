package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Who may create tags where the segment engine creates them: the application's own code; over HTTP no client, unless configured. */
class TagCreationTest {

    private static final String CREATES = "leaf.segment.auto-create.enabled=true";

    @ParameterizedTest
    @ValueSource(strings = {"/api/ids/%s", "/api/ids/%s?count=5", "/api/segment/get/%s", "/api/ids?tag=%s"})
    void aRequestForAnUnknownTagCreatesNothing(String path) {
        try (ServedApplication served = new ServedApplication(CREATES)) {
            assertThat(served.get(path.formatted("stranger")).status()).isEqualTo(404);
            assertThat(rows(served)).isZero();

            assertThat(served.application.segment().nextId("stranger"))
                    .as("the application's own call, at once")
                    .isPositive();
            assertThat(served.get(path.formatted("stranger")).status()).isEqualTo(200);
        }
    }

    @Test
    void aTagThatWasAddedBySqlIsFoundAtOnce() {
        try (ServedApplication served = new ServedApplication(CREATES)) {
            served.tag("late", 1, 1_000);

            assertThat(served.get("/api/ids/late").status()).isEqualTo(200);
        }
    }

    @Test
    void aRequestCreatesATagIfTheApplicationSaysSo() {
        try (ServedApplication served = new ServedApplication(CREATES, "leaf.web.auto-create=true")) {
            assertThat(served.get("/api/ids/welcome").body()).isEqualTo("1");
            assertThat(rows(served)).isEqualTo(1);
        }
    }

    private static int rows(ServedApplication served) {
        Integer rows = served.application
                .bean(JdbcTemplate.class)
                .queryForObject("select count(*) from leaf_alloc", Integer.class);
        return (rows == null) ? -1 : rows;
    }
}
