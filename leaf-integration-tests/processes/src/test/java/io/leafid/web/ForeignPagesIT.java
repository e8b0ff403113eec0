package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.leafid.testing.OperatedApplication;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of another site and ids over plain HTTP, where a browser sends no Sec-Fetch-Site; in a real browser. */
@ExtendWith(LiveScene.Provider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignPagesIT {

    private static final String PATH = "/api/ids/discarded?count=100";

    private OperatedApplication application;
    private Chromium browser;
    private HttpServer evil;
    private volatile String page = "";
    private final Answers answers = new Answers();

    /** Statuses of requests for ids, as they were answered. */
    private static final class Answers extends HttpFilter {

        private static final long serialVersionUID = 1L;

        private final transient BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
            if (request.getRequestURI().startsWith("/api/ids")) {
                statuses.add(response.getStatus());
            }
        }
    }

    @BeforeAll
    void start(@TempDir Path profile) throws IOException {
        evil = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        evil.createContext("/", exchange -> {
            byte[] body = page.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html;charset=UTF-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        evil.start();
        browser = new Chromium(profile);
        application = new OperatedApplication(
                beans -> beans.registerBean(Answers.class, () -> answers),
                "leaf.segment.enabled=true",
                "leaf.web.enabled=true");
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('discarded', 1, 100000)");
    }

    @AfterAll
    void stop() {
        browser.close();
        application.close();
        evil.stop(0);
    }

    private String ids() {
        return "http://ids.test:" + application.port() + PATH;
    }

    private long issued() {
        return application.segment().totals("discarded"::equals).issued();
    }

    /** Opens a page of another site, and waits until what is in it has asked for ids; the status of the answer. */
    private @Nullable Integer openForeign(String content) throws InterruptedException {
        page = "<!doctype html><title>x</title>" + content.replace("URL", ids());
        answers.statuses.clear();
        browser.open("http://evil.test:" + evil.getAddress().getPort() + "/");
        return answers.statuses.poll(20, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<img src='URL'>",
                "<img src='URL' referrerpolicy=no-referrer>",
                "<link rel=stylesheet href='URL'>",
                "<link rel=stylesheet href='URL' referrerpolicy=no-referrer>",
                "<script src='URL'></script>",
                "<script src='URL' crossorigin></script>",
                "<iframe src='URL'></iframe>",
                "<video src='URL'></video>",
                "<object data='URL'></object>",
                "<script>fetch('URL', {mode: 'no-cors'})</script>",
                "<script>fetch('URL')</script>",
                "<script>fetch('URL', {referrerPolicy: 'no-referrer'})</script>",
                "<script>location = 'URL'</script>"
            })
    void useNoIdsUp(String content) throws InterruptedException {
        long before = issued();

        assertThat(openForeign(content)).isEqualTo(403);
        assertThat(issued()).isEqualTo(before);
    }

    @Test
    void personWhoTypesTheAddressHasIds() {
        long before = issued();

        browser.open(ids());

        assertThat((String) browser.run("return document.body.textContent")).startsWith("[\"");
        assertThat(issued()).isEqualTo(before + 100);
    }

    /** What the manual says remains: nothing in these requests differs from those of a program or a person. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script src='URL' referrerpolicy=no-referrer></script>",
                "<iframe src='URL' referrerpolicy=no-referrer></iframe>"
            })
    void remainWhereTheyHideThemselves(String content) throws InterruptedException {
        long before = issued();

        assertThat(openForeign(content)).isEqualTo(200);
        assertThat(issued()).isEqualTo(before + 100);
    }
}
