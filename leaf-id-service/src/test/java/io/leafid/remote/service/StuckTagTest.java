package io.leafid.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.remote.IdService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/** A tag whose row is locked in the database stops no other tag of an id service. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StuckTagTest {

    private static final int PLACES = 8;

    /** As many as one tag leaves free. */
    private static final int HALF = PLACES / 2;

    private final HttpClient client = HttpClient.newHttpClient();

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void otherTagsAreGrantedAndIssuedWhileRequestsOfOneWait(WebApplicationType type) throws Exception {
        try (IdService service = new IdService(
                type,
                "leaf.web.max-waiting=" + PLACES,
                "leaf.segment.load-timeout=120s",
                "spring.datasource.hikari.connection-init-sql=set lock_timeout 120000")) {
            List.of("stuck", "other", "own").forEach(tag -> service.putRow(tag, 1, 1000));
            List<CompletableFuture<HttpResponse<String>>> sent;
            try (Connection locking = service.bean(DataSource.class).getConnection();
                    Statement update = locking.createStatement()) {
                locking.setAutoCommit(false);
                update.executeUpdate("UPDATE leaf_alloc SET description = 'locked' WHERE biz_tag = 'stuck'");
                sent = IntStream.range(0, 2 * PLACES)
                        .mapToObj(each -> post(service, "stuck"))
                        .toList();
                await().until(() -> answered(sent) == 2 * PLACES - HALF);

                assertThat(post(service, "other").get().statusCode()).isEqualTo(200);
                assertThat(get(service, "/api/segments/other").statusCode()).isEqualTo(200);
                assertThat(get(service, "/api/segments").statusCode()).isEqualTo(200);
                assertThat(get(service, "/api/ids/own").body()).isEqualTo("1");
                assertThat(post(service, "stuck").get().body())
                        .contains("too many requests wait for the store already");
                locking.rollback();
            }
            assertThat(sent)
                    .filteredOn(each -> each.join().statusCode() == 200)
                    .as("those that waited")
                    .hasSize(HALF);
            assertThat(post(service, "stuck").get().statusCode()).isEqualTo(200);
        }
    }

    private static long answered(List<CompletableFuture<HttpResponse<String>>> sent) {
        return sent.stream().filter(CompletableFuture::isDone).count();
    }

    private CompletableFuture<HttpResponse<String>> post(IdService service, String tag) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.url() + "/api/segments/" + tag))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"amount\":10}"))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> get(IdService service, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(service.url() + path)).build();
        return client.send(request, BodyHandlers.ofString());
    }
}
