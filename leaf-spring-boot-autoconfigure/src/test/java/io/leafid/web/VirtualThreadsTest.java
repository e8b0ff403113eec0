package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.Filter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** With {@code spring.threads.virtual.enabled} a thousand callers may wait for a store, each on a thread that costs nothing. */
@EnabledForJreRange(min = JRE.JAVA_21)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VirtualThreadsTest {

    private static final int WAITING = 1_000;

    /** Platform threads that the application may start meanwhile: pools and carriers, but none for each caller. */
    private static final int FEW = 100;

    @Test
    void aThousandWaitingRequestsExhaustNothingAndPinNoThread(@TempDir Path directory) throws Exception {
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        try (Recording pinned = new Recording();
                ServedApplication served = start(threads)) {
            pinned.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
            pinned.start();
            int platformThreads = ManagementFactory.getThreadMXBean().getThreadCount();
            List<CompletableFuture<HttpResponse<String>>> waiting;
            try (ServedApplication.RowLock lock = served.lock("stuck")) {
                waiting = ask(served, WAITING);
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> served.status("stuck").waits().waiting() == WAITING);

                assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
                        .as("%s", lock)
                        .isLessThan(platformThreads + FEW);
                assertThat(served.get("/api/ids/order").status()).isEqualTo(200);
                assertThat(served.get("/api/ids/payment").status()).isEqualTo(200);
                assertThat(served.get("/leaf/state").status()).isEqualTo(200);
                assertThat(served.get("/actuator/health").status()).isEqualTo(200);
                assertThat(served.get("/api/ids/stuck").status())
                        .as("the one too many")
                        .isEqualTo(503);
            }
            Set<String> ids = new HashSet<>();
            for (CompletableFuture<HttpResponse<String>> each : waiting) {
                HttpResponse<String> answer = each.get(2, TimeUnit.MINUTES);
                assertThat(answer.statusCode()).isEqualTo(200);
                ids.add(answer.body());
            }
            assertThat(ids).hasSize(WAITING);
            assertThat(threads).hasSizeGreaterThan(WAITING).allMatch(thread -> thread.startsWith("VirtualThread"));
            assertThat(ourFrames(pinned, directory.resolve("pinned.jfr"))).isEmpty();
        }
    }

    private static ServedApplication start(Queue<String> threads) {
        Filter noting = (request, response, chain) -> {
            threads.add(Thread.currentThread().toString());
            chain.doFilter(request, response);
        };
        ServedApplication served = new ServedApplication(
                beans -> beans.registerBean("noting", Filter.class, () -> noting),
                "spring.threads.virtual.enabled=true",
                "leaf.web.max-waiting=" + 2 * WAITING, // of which one tag takes half
                "leaf.segment.wait-timeout=180s",
                "leaf.segment.load-timeout=200s",
                "spring.datasource.hikari.connection-init-sql=set lock_timeout 200000");
        served.tag("stuck", 1, 2 * WAITING);
        served.tag("order", 1, 1_000);
        served.get("/api/ids/order");
        served.application.segment().sequence("stuck");
        return served;
    }

    private static List<CompletableFuture<HttpResponse<String>>> ask(ServedApplication served, int requests) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        URI uri = URI.create("http://localhost:" + served.application.port() + "/api/ids/stuck");
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            answers.add(client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
        }
        return answers;
    }

    /** Where code of Leaf held its carrier while it waited. */
    private static List<String> ourFrames(Recording recording, Path file) throws IOException {
        recording.stop();
        recording.dump(file);
        List<String> frames = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getStackTrace() != null) {
                event.getStackTrace().getFrames().stream()
                        .map(frame -> frame.getMethod().getType().getName() + "."
                                + frame.getMethod().getName())
                        .filter(frame -> frame.startsWith("io.leafid.") && !frame.contains("VirtualThreadsTest"))
                        .findFirst()
                        .ifPresent(frames::add);
            }
        }
        return frames;
    }
}
