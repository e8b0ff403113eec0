package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
class LeafSampleApplicationTest {

    private static final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Test
    void placesAnOrderAndShowsItAgain() throws Exception {
        HttpResponse<String> placed = post("{\"item\":\"book\",\"quantity\":2}");

        assertThat(placed.statusCode()).isEqualTo(201);
        String location = placed.headers().firstValue("Location").orElseThrow();
        assertThat(location).matches("/orders/[0-9]+");
        assertThat(placed.body()).contains("\"id\":\"" + location.substring("/orders/".length()) + "\"");

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
    void refusesAnOrderWithoutItem() throws Exception {
        assertThat(post("{\"item\":\" \"}").statusCode()).isEqualTo(400);
        assertThat(post("{\"item\":\"book\",\"quantity\":0}").statusCode()).isEqualTo(400);
        assertThat(post("{").statusCode()).isEqualTo(400);
    }

    @Test
    void knowsNoOrderThatWasNotPlaced() throws Exception {
        assertThat(get("/orders/9000000000000000000").statusCode()).isEqualTo(404);
        assertThat(get("/orders/first").statusCode()).isEqualTo(400);
    }

    @Test
    void theConsoleSaysWhatToTryNext(CapturedOutput output) {
        assertThat(FirstSteps.text("8080")).contains("curl", "http://localhost:8080/orders");
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
