package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import java.io.IOException;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** Which tag a path names, on Tomcat, with paths sent as they stand here. */
class TagInPathTest {

    private static final OperatedApplication application = new OperatedApplication(
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.web.auto-create=true",
            "leaf.web.enabled=true");

    @AfterAll
    static void close() {
        application.close();
    }

    private static RawHttp.Answer get(String path) throws IOException {
        return RawHttp.get(application.port(), path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "plain plain",
                "com.example.order com.example.order",
                "a/b a/b",
                "a%2Fb%2fc a/b/c",
                "a%2F%2Fb a//b",
                "a%2F..%2Fb a/../b",
                "%2Fa%2F /a/",
                "back%5Cslash back\\slash",
                "100%25 100%",
                "100%252F 100%2F",
                "100%252F%2F 100%2F/",
                "a+b a+b",
                "%E8%AE%A2%E5%8D%95 订单",
                "%F0%9F%8D%83 🍃",
                "semi%3Bcolon semi;colon",
                "session;jsessionid=1 session",
                "a;x=1/b;y=2 a/b",
                "%3Cscript%3E <script>",
                "?tag=.. ..",
                "?tag=. .",
                "?tag=in%20query 'in query'",
                "?tag=a%2Fb%2F%2Fc a/b//c",
            })
    void namesATagToTheLetter(String path, String tag) throws IOException {
        long before = issued(tag);

        RawHttp.Answer answer = get("/api/ids/" + path);
        assertThat(answer.status()).as(answer.head() + answer.body()).isEqualTo(200);

        assertThat(issued(tag)).isEqualTo(before + 1);
    }

    private static long issued(String tag) {
        return application
                .segment()
                .status(tag)
                .map(status -> status.traffic().issued())
                .orElse(0L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/ids/a//b",
                "/api/ids//a",
                "/api/ids/a/",
                "/api/ids/a/./b",
                "/api/ids/a/../b",
                "/api/ids/a/%2e%2e/b",
                "/api//ids/a",
                "/./api/ids/a",
                "/%61pi/ids/a",
                "/api/ids/%FF",
                "/api/ids/%2",
                "/api/ids/%C3%28",
                "/api/ids/%2F%ED%A0%80",
                "/api/ids/?tag=",
                "/api/ids/?tag=%20",
            })
    void aPathThatCouldMeanTwoTagsIsRefused(String path) throws IOException {
        assertThat(get(path).status()).isEqualTo(400);
    }

    @Test
    void aPathWithoutTagIsNotFound() throws IOException {
        assertThat(get("/api/ids").status()).isEqualTo(404);
        assertThat(get("/api/ids/").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/files/a%2Fb",
                "/files/..%2F..%2Fsecret",
                "/files/a%5Cb",
                "/actuator/health%2Fx",
                "/%2Fapi/ids/a"
            })
    void encodedSlashesReachNoOtherServlet(String path) throws IOException {
        assertThat(get(path).status()).isEqualTo(400);
    }

    @Test
    void whatTheApplicationDecidedAboutSlashesStays() throws IOException {
        try (OperatedApplication open = new OperatedApplication(
                beans -> beans.registerBean("slashes", WebServerFactoryCustomizer.class, TagInPathTest::passingSlashes),
                "leaf.segment.enabled=true",
                "leaf.web.enabled=true")) {
            assertThat(RawHttp.get(open.port(), "/files/a%2Fb").status()).isEqualTo(404);
            assertThat(RawHttp.get(open.port(), "/files/a%5Cb").status()).isEqualTo(400);
        }
    }

    private static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> passingSlashes() {
        return factory -> factory.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
