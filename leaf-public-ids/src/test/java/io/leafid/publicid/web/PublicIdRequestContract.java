package io.leafid.publicid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.PublicIdKeys;
import io.leafid.publicid.PublicIds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** What a client of an application with {@code @PublicId} gets, whichever kind of server it is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PublicIdRequestContract {

    private static final PublicIds PUBLIC_IDS =
            new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", ServedPublicIds.KEY)));

    private static final String ORDER_7 = PUBLIC_IDS.encode("order", 7);
    private static final String ORDER_8 = PUBLIC_IDS.encode("order", 8);
    private static final String CUSTOMER_7 = PUBLIC_IDS.encode("customer", 7);
    private static final String CUSTOMER_8 = PUBLIC_IDS.encode("customer", 8);

    private final HttpClient client = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    private final ConfigurableApplicationContext without;

    PublicIdRequestContract(WebApplicationType type) {
        without = ServedPublicIds.start(type);
        context = ServedPublicIds.start(type, "leaf.public-ids.keys.k=" + ServedPublicIds.KEY);
    }

    @AfterAll
    void stop() {
        without.close();
        context.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String path) {
        return send(context, request, path);
    }

    private HttpResponse<String> send(ConfigurableApplicationContext to, HttpRequest.Builder request, String path) {
        int port = Integer.parseInt(Objects.requireNonNull(to.getEnvironment().getProperty("local.server.port")));
        try {
            return client.send(
                    request.uri(URI.create("http://localhost:" + port + path)).build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private String get(String path) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(), path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private HttpResponse<String> post(String json) {
        return send(
                HttpRequest.newBuilder().POST(BodyPublishers.ofString(json)).header("Content-Type", "application/json"),
                "/orders");
    }

    @Test
    void pathHasThePublicIdAndSoHasTheBody() {
        assertThat(get("/orders/" + ORDER_7))
                .isEqualTo("{\"number\":\"%s\",\"customer\":\"%s\"}".formatted(ORDER_7, CUSTOMER_8));
    }

    @Test
    void bodyIsRead() {
        assertThat(post("{\"number\":\"%s\",\"customer\":null}".formatted(ORDER_7))
                        .body())
                .isEqualTo("{\"customer\":\"null\",\"number\":7}");
    }

    @Test
    void parametersMayBeAbsentOrEmptyWhereNumbersMay() {
        assertThat(get("/parameter?number=" + ORDER_7)).isEqualTo("7");
        assertThat(get("/parameter")).isEqualTo("null");
        assertThat(get("/parameter?number=")).isEqualTo("null");
        assertThat(get("/optional?number=" + ORDER_7)).isEqualTo("Optional[7]");
        assertThat(get("/optional")).isEqualTo("Optional.empty");
        assertThat(get("/required?number=" + ORDER_7)).isEqualTo("7");
        assertThat(send(HttpRequest.newBuilder(), "/required").statusCode()).isEqualTo(400);
        assertThat(send(HttpRequest.newBuilder(), "/required?number=").statusCode())
                .isEqualTo(400);
    }

    @Test
    void listsAreRead() {
        assertThat(get("/list?number=%s&number=%s".formatted(ORDER_7, ORDER_8))).isEqualTo("[7, 8]");
        assertThat(get("/list?number=%s,%s".formatted(ORDER_7, ORDER_8))).isEqualTo("[7, 8]");
        assertThat(get("/array?number=%s&number=%s".formatted(ORDER_7, ORDER_8)))
                .isEqualTo("[7, 8]");
        assertThat(get("/set?number=%s&number=%s".formatted(ORDER_7, ORDER_7))).isEqualTo("[7]");
        assertThat(get("/objects?number=%s&number=%s".formatted(ORDER_7, ORDER_8)))
                .isEqualTo("[7, 8]");
    }

    @Test
    void headerIsRead() {
        assertThat(send(HttpRequest.newBuilder().header("X-Order", ORDER_7), "/header")
                        .body())
                .isEqualTo("7");
    }

    @Test
    void modelAttributesAreRead() {
        assertThat(get("/search?number=%s&customers=%s&customers=%s".formatted(ORDER_7, CUSTOMER_7, CUSTOMER_8)))
                .isEqualTo("7 [7, 8]");
        assertThat(get("/search")).isEqualTo("null null");
        assertThat(get("/form?number=" + ORDER_8)).isEqualTo("8");
        assertThat(get("/form")).isEqualTo("null");
    }

    @Test
    void numbersWithoutTheAnnotationStayNumbers() {
        assertThat(get("/plain?number=7")).isEqualTo("7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/orders/%s",
                "/parameter?number=%s",
                "/required?number=%s",
                "/list?number=%s",
                "/set?number=%s",
                "/array?number=%s",
                "/objects?number=%s",
                "/optional?number=%s",
                "/own/%s"
            })
    void textOfAnotherTagIsABadRequestWithAProblemDetail(String path) {
        for (String text : new String[] {CUSTOMER_7, "7", ORDER_7.substring(1)}) {
            assertIsProblem(send(HttpRequest.newBuilder(), path.formatted(text)), text);
        }
    }

    @Test
    void bodyWithTextOfAnotherTagIsABadRequestWithAProblemDetail() {
        assertIsProblem(post("{\"number\":\"%s\"}".formatted(CUSTOMER_7)), CUSTOMER_7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "[7]", "{}", "7.5", "true"})
    void bodyWithWhatIsNoTextIsABadRequestWithAProblemDetail(String json) {
        assertIsProblem(post("{\"number\":%s}".formatted(json)), json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/search?number=%s", "/search?customers=%s", "/form?number=%s"})
    void modelAttributeWithWrongTextIsABadRequest(String path) {
        assertThat(send(HttpRequest.newBuilder(), path.formatted("7")).statusCode())
                .isEqualTo(400);
    }

    /** The number itself must not pass where the keys are missing, or nothing would tell that they are. */
    @Test
    void withoutKeysNumbersDoNotPass() {
        for (String path : new String[] {"/orders/7", "/required?number=7", "/list?number=7"}) {
            assertThat(send(without, HttpRequest.newBuilder(), path).statusCode())
                    .as(path)
                    .isEqualTo(500);
        }
        assertThat(send(without, HttpRequest.newBuilder(), "/plain?number=7").body())
                .isEqualTo("7");
    }

    private static void assertIsProblem(HttpResponse<String> response, String text) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.body())
                .contains("\"status\":400", "The request has a text that is not a valid public id.")
                .doesNotContain("io.leafid", "'order'")
                .doesNotContain("\"" + text + "\"");
    }
}
