package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Health while the store has accepted an allocation and does not answer it: what callers meet is what health says. */
class HangingAllocationHealthTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void healthIsDownWhileCallsFailThoughNoAllocationHasFailedYet() {
        try (ServedApplication served = new ServedApplication(
                "leaf.segment.wait-timeout=300ms",
                "leaf.segment.load-timeout=120s",
                "management.endpoint.health.show-details=always",
                "spring.datasource.hikari.connection-init-sql=set lock_timeout 120000")) {
            served.tag("stuck", 1, 1_000);
            await().ignoreException(SegmentUnavailableException.class)
                    .until(() -> served.application.segment().sequence("stuck").tag(), "stuck"::equals);
            try (ServedApplication.RowLock lock = served.lock("stuck")) {
                assertThat(served.get("/api/ids/stuck").status()).as("%s", lock).isEqualTo(503);

                await().atMost(PATIENCE).untilAsserted(() -> {
                    JsonNode segment =
                            served.application.json("/actuator/health", 503).at("/components/leaf/details/segment");
                    assertThat(segment.get("status").asString()).isEqualTo("DOWN");
                    assertThat(segment.get("store").asString())
                            .as("nothing has failed")
                            .isEqualTo("UP");
                    assertThat(segment.get("reason").asString())
                            .isEqualTo("tag 'stuck': nothing is reserved, and the store has not answered");
                });
            }

            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(served.get("/api/ids/stuck").status()).isEqualTo(200));
            served.application.json("/actuator/health", 200);
        }
    }
}
