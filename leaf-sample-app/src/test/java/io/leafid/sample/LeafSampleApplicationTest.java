package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.publicid.PublicIds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:sample", // so that ids begin at 1
            "leaf.segment.preload-recent=false",
            "leaf.segment.wait-timeout=30s", // a busy machine may take longer than callers wait
            "leaf.name=leaf-sample-${random.uuid}", // two builds on one machine are two services
            "leaf.snowflake.port=18080",
            "leaf.snowflake.state-directory=target/leaf-state"
        })
@ExtendWith(OutputCaptureExtension.class)
class LeafSampleApplicationTest {

    private static final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private PublicIds publicIds;

    @Test
    void placesAnOrderAndShowsItAgain() throws Exception {
        HttpResponse<String> placed = post("{\"item\":\"book\",\"quantity\":2}");

        assertThat(placed.statusCode()).isEqualTo(201);
        String location = placed.headers().firstValue("Location").orElseThrow();
        assertThat(location).matches("/orders/[A-Za-z0-9_-]{22}");
        assertThat(placed.body())
                .contains("\"number\":\"" + location.substring("/orders/".length()) + "\"")
                .containsPattern("\"paymentNumber\":\"[0-9]{16,19}\"");

        HttpResponse<String> shown = get(location);
        assertThat(shown.statusCode()).isEqualTo(200);
        assertThat(shown.body()).isEqualTo(placed.body());
    }

    @Test
    void ordersPlacedAtTheSameTimeGetDistinctIds() {
        Set<String> locations = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 200).parallel().forEach(i -> {
            try {
                locations.add(post("{\"item\":\"book\"}")
                        .headers()
                        .firstValue("Location")
                        .orElseThrow());
            } catch (IOException | InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        });

        assertThat(locations).hasSize(200);
    }

    @Test
    void handsOutGrowingIdsAtThePathOfTheOriginal() throws Exception {
        HttpResponse<String> first = get("/api/segment/get/invoice");
        HttpResponse<String> second = get("/api/segment/get/invoice");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(Long.parseLong(second.body())).isGreaterThan(Long.parseLong(first.body()));
    }

    @Test
    void aTagMayContainDots() throws Exception {
        assertThat(get("/api/segment/get/com.example.order").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesAnIllegalTag() throws Exception {
        HttpResponse<String> response = get("/api/segment/get/%20order");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("must not begin or end with space");
    }

    @Test
    void paymentNumbersComeFromSnowflakeAndCanBeDecoded() throws Exception {
        HttpResponse<String> number = get("/api/snowflake/get/payment");
        HttpResponse<String> decoded = get("/api/snowflake/decode/" + number.body());
        HttpResponse<String> asOriginal = get("/decodeSnowflakeId?snowflakeId=" + number.body());

        assertThat(Long.parseLong(number.body())).isPositive();
        assertThat(decoded.body()).contains("\"workerId\":0", "\"id\":\"" + number.body() + "\"");
        assertThat(asOriginal.body()).contains("\"workerId\":\"0\"", "\"sequenceId\":\"");
    }

    @Test
    void eachTagIsRoutedToItsEngine() throws Exception {
        assertThat(Long.parseLong(get("/api/ids/routed").body())).isEqualTo(1);
        assertThat(Long.parseLong(get("/api/ids/payment").body())).isGreaterThan(1L << 40);
    }

    @Test
    void aBatchIsAnArrayOfTexts() throws Exception {
        HttpResponse<String> batch = get("/api/ids/batch?count=3");

        assertThat(batch.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(batch.body()).isEqualTo("[\"1\",\"2\",\"3\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/ids/order?count=0",
                "/api/ids/order?count=-1",
                "/api/ids/order?count=1000001",
                "/api/ids/order?count=9223372036854775808",
                "/api/ids/order?count=many",
                "/api/ids/order?count=",
                "/api/ids/order?count=%FF",
                "/api/ids/%01",
                "/api/ids/%20order",
                "/api/snowflake/decode/-1",
                "/api/snowflake/decode/9223372036854775808",
                "/api/snowflake/decode/id",
            })
    void badInputIsAProblemOfTheCaller(String path) throws Exception {
        HttpResponse<String> response = get(path);

        assertThat(response.statusCode()).isEqualTo(400);
    }

    @Test
    void onlyGetIsAnswered() throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(uri("/api/ids/order"))
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).hasValue("GET");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void theLivePageAllowsNothingFromElsewhere() throws Exception {
        HttpResponse<String> page = get("/leaf");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'");
        assertThat(page.body()).contains("leaf/app.js").doesNotContainPattern("(src|href)=\"(https?:)?//");
        for (String part : List.of(
                "app.js", "dom.js", "format.js", "segments.js", "snowflake.js", "tag-row.js", "texts.js", "leaf.css")) {
            assertThat(get("/leaf/" + part).statusCode()).as(part).isEqualTo(200);
        }
        assertThat(get("/leaf/../application.yml").statusCode()).isEqualTo(404);
    }

    @Test
    void theLivePageShowsWhatTheEndpointShows() throws Exception {
        get("/api/ids/shown");

        String current = "\"first\":\"1\",\"end\":\"1001\",\"next\":\"2\"";
        assertThat(get("/leaf/state").body()).contains("\"shown\"", current, "\"workerId\":0");
        assertThat(get("/actuator/leaf").body()).contains("\"shown\"", current, "\"workerId\":0");
        assertThat(get("/actuator/health").body()).contains("\"leaf\"");
    }

    @Test
    void refusesAnOrderWithoutItem() throws Exception {
        assertThat(post("{\"item\":\" \"}").statusCode()).isEqualTo(400);
        assertThat(post("{\"item\":\"book\",\"quantity\":0}").statusCode()).isEqualTo(400);
        assertThat(post("{").statusCode()).isEqualTo(400);
    }

    @Test
    void aRefusalSaysWhatIsWrong() throws Exception {
        assertThat(post("{\"item\":\" \"}").body()).contains("item must have 1 to 200 characters");
        assertThat(post("{\"item\":\"book\",\"quantity\":0}").body()).contains("quantity must be from 1 to 1000");
        assertThat(get("/orders/" + publicIds.encode("order", 9_000_000_000_000_000_000L))
                        .body())
                .contains("there is no such order");
    }

    @Test
    void knowsNoOrderThatWasNotPlaced() throws Exception {
        String unknown = publicIds.encode("order", 9_000_000_000_000_000_000L);
        assertThat(get("/orders/" + unknown).statusCode()).isEqualTo(404);
        assertThat(get("/orders/" + publicIds.encode("invoice", 1)).statusCode())
                .isEqualTo(400);
        assertThat(get("/orders/1").statusCode()).isEqualTo(400);
    }

    @Test
    void theConsoleSaysWhatToTryNext(CapturedOutput output) {
        assertThat(output.getAll()).contains("curl", "http://localhost:" + port + "/orders");
    }

    private HttpResponse<String> post(String order) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri("/orders"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(order))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }
}
