package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SegmentUnavailableException;
import io.leafid.testing.OperatedApplication;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;

/** Two instances of a service on one database, and the live page of the first in a browser. One for all tests. */
final class LiveScene implements AutoCloseable {

    final OperatedApplication application;
    final Chromium browser;
    final LivePage page;
    final Gate gate = new Gate();

    private final OperatedApplication peer;
    private final Path directory;
    private final ScheduledExecutorService callers = Executors.newSingleThreadScheduledExecutor();
    private Future<?> load = callers.submit(() -> {});

    private LiveScene() throws IOException {
        directory = Files.createTempDirectory("live-page");
        browser = new Chromium(directory.resolve("profile"));
        page = new LivePage(browser);
        try {
            peer = instance("10.0.0.2");
            application = instance(
                    "10.0.0.1",
                    "leaf.segment.enabled=true",
                    "leaf.segment.refresh-interval=500ms",
                    "leaf.segment.prefetch-at=0.5", // drawn for each segment: after a quarter at least, three at most
                    "leaf.segment.wait-timeout=3s",
                    "leaf.tags.ledger.order=global",
                    "leaf.web.enabled=true");
        } catch (RuntimeException | Error ex) {
            browser.close(); // a process of its own, which nothing else would end
            throw ex;
        }
    }

    private OperatedApplication instance(String host, String... properties) {
        Stream<String> common = Stream.of(
                "spring.datasource.url=jdbc:h2:mem:live-page;DB_CLOSE_DELAY=-1",
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=mysql",
                "leaf.snowflake.host=" + host,
                "leaf.snowflake.port=8080",
                "leaf.snowflake.state-directory=" + directory.resolve(host));
        return new OperatedApplication(
                beans -> beans.registerBean(Gate.class, () -> gate),
                Stream.concat(common, Stream.of(properties)).toArray(String[]::new));
    }

    /** Opens the page and waits until it is live. */
    void open() {
        open(application.port(), "/leaf");
    }

    void open(int port, String path) {
        browser.open("http://localhost:" + port + path);
        page.isLive();
    }

    void tag(String name, long firstId, int step) {
        String text = name.replace("'", "''");
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('" + text + "', " + firstId + ", "
                + step + ")");
    }

    void take(String tag, int count) {
        assertThat(application.segment().nextIds(tag, count)).hasSize(count);
    }

    /** Takes so many ids ten times a second, to the end of the test. */
    void takeSteadily(String tag, int count) {
        load = callers.scheduleAtFixedRate(() -> tryToTake(tag, count), 0, 100, TimeUnit.MILLISECONDS);
    }

    void stopTaking() {
        load.cancel(false);
    }

    private void tryToTake(String tag, int count) {
        try {
            take(tag, count);
        } catch (SegmentUnavailableException ex) {
            // comes back in a tenth of a second
        }
    }

    /** What the endpoint says now. */
    JsonNode endpoint(String pointer) {
        return application.json("/actuator/leaf", 200).at(pointer);
    }

    private void finishTest() {
        stopTaking();
        assertThat(browser.complaints())
                .as("no error of a script, no violation of the page's policy")
                .allMatch(text -> text.contains("Failed to load resource")); // cut off or refused by the test
        assertThat(browser.requests())
                .as("no other host is asked")
                .allMatch(url -> url.startsWith("http://localhost:") || url.startsWith("data:"));
    }

    @Override
    public void close() throws IOException {
        callers.shutdownNow();
        for (AutoCloseable part : List.of(browser, application, peer)) {
            try {
                part.close();
            } catch (Exception ex) {
                throw new IllegalStateException("cannot close " + part, ex);
            }
        }
        FileSystemUtils.deleteRecursively(directory);
    }

    /** Stands before the page as a login does. */
    static final class Gate extends HttpFilter {

        private static final long serialVersionUID = 1L;

        /** Status for those who ask for the state; 302 sends them to a page, 0 lets them pass. */
        volatile int answer;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (answer == 0 || !request.getRequestURI().endsWith("/state")) {
                chain.doFilter(request, response);
            } else if (answer == HttpServletResponse.SC_FOUND) {
                response.sendRedirect("/leaf");
            } else {
                response.sendError(answer);
            }
        }
    }

    /** Hands the scene to the tests, or skips them with a notice where there is no browser. */
    static final class Provider
            implements ExecutionCondition, ParameterResolver, BeforeEachCallback, AfterEachCallback {

        private static final Logger logger = LoggerFactory.getLogger(Provider.class);

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Chromium.isInstalled()) {
                return ConditionEvaluationResult.enabled("there is a browser");
            }
            logger.warn("{} {}", context.getDisplayName(), Chromium.NOTICE);
            return ConditionEvaluationResult.disabled(Chromium.NOTICE);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == LiveScene.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return scene(context);
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            scene(context).browser.forgetLogs();
        }

        @Override
        public void afterEach(ExtensionContext context) {
            scene(context).finishTest();
        }

        private static LiveScene scene(ExtensionContext context) {
            return context.getRoot()
                    .getStore(Namespace.GLOBAL)
                    .computeIfAbsent(
                            LiveScene.class,
                            key -> {
                                try {
                                    return new LiveScene();
                                } catch (IOException ex) {
                                    throw new UncheckedIOException(ex);
                                }
                            },
                            LiveScene.class);
        }
    }
}
