package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.testing.RawHttp.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A row that is locked holds as many requests as may wait for one tag, and no more. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitLimitIT {

    private static final int PLACES = 4;

    /** The places that one tag may take of these. */
    private static final int HALF = 2;

    private static final int SURPLUS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String TOO_MANY = "too many requests wait for ids already";
    private static final String NO_ID = "no id can be issued now";

    private final ExecutorService clients = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        clients.shutdownNow();
    }

    @Test
    void whoFindsNoPlaceIsRefusedAtOnceWhileTheOthersWaitAndGetTheirIds() throws Exception {
        try (ServedApplication served = start(PLACES, PATIENCE)) {
            List<Future<Answer>> waiting;
            try (ServedApplication.RowLock lock = served.lock("stuck")) {
                waiting = inParallel(HALF, () -> served.get("/api/ids/stuck"));
                await().until(() -> served.status("stuck").waits().waiting() == HALF);

                for (int i = 0; i < SURPLUS; i++) {
                    assertRefused(served.get((i % 2 == 0) ? "/api/ids/stuck?count=5" : "/api/segment/get/stuck"));
                }

                assertThat(waiting)
                        .as("%s", lock)
                        .allSatisfy(each -> assertThat(each.isDone()).isFalse());
                assertThat(served.status("stuck").waits().waiting()).isEqualTo(HALF);
            }
            for (Future<Answer> each : waiting) {
                assertThat(each.get().status()).isEqualTo(200);
            }
            assertThat(served.get("/api/ids/stuck").status()).isEqualTo(200);
        }
    }

    private static void assertRefused(Answer answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                        + "\"detail\":\"" + TOO_MANY + "\"}");
    }

    @Test
    void whoWaitsInVainIsAnsweredAtTheDeadlineAndGivesThePlaceBack() throws Exception {
        try (ServedApplication served = start(PLACES, Duration.ofSeconds(1));
                ServedApplication.RowLock lock = served.lock("stuck")) {
            for (int round = 0; round < 3; round++) {
                long start = System.nanoTime();
                for (Future<Answer> each : inParallel(HALF, () -> served.get("/api/ids/stuck"))) {
                    assertThat(each.get().status()).as("%s", lock).isEqualTo(503);
                    assertThat(each.get().body()).contains(NO_ID).doesNotContain(TOO_MANY);
                    assertThat(each.get().header("Retry-After")).isEqualTo("1");
                }
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
            }
        }
    }

    @Test
    void aRefusedCallGivesItsPlaceBack() throws Exception {
        try (ServedApplication served = start(PLACES, PATIENCE)) {
            for (int i = 0; i < 3 * PLACES; i++) {
                assertThat(served.get("/api/ids/unknown").status()).isEqualTo(404);
                assertThat(served.get("/api/ids/%20order").status()).isEqualTo(400);
            }
            assertThat(served.get("/api/ids/order").status()).isEqualTo(200);
        }
    }

    @Test
    void tagsThatHaveAReserveAndSnowflakeAreServedThoughAllPlacesAreTaken() throws Exception {
        try (ServedApplication served = start(1, PATIENCE)) {
            assertThat(served.get("/api/ids/order").status()).isEqualTo(200);
            List<Future<Answer>> waiting;
            try (ServedApplication.RowLock lock = served.lock("stuck")) {
                waiting = inParallel(1, () -> served.get("/api/ids/stuck"));
                await().until(() -> served.status("stuck").waits().waiting() == 1);

                for (String path : List.of(
                        "/api/ids/order",
                        "/api/segment/get/order",
                        "/api/ids/order?count=20",
                        "/api/ids/payment",
                        "/api/snowflake/get/payment",
                        "/api/ids/payment?count=20")) {
                    assertThat(served.get(path).status()).as(path + " %s", lock).isEqualTo(200);
                }
                assertRefused(served.get("/api/ids/order?count=100000"));
                assertRefused(served.get("/api/ids/not-known-yet"));
            }
            for (Future<Answer> each : waiting) {
                assertThat(each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).status())
                        .isEqualTo(200);
            }
        }
    }

    /** Each holds a thread of the server, whatever it waits for. */
    @Test
    void requestsOfClientsCountWithThoseForIds() throws Exception {
        try (ServedApplication served = start(1, PATIENCE)) {
            assertThat(served.get("/api/segments/order").status()).isEqualTo(200);
            List<Future<Answer>> waiting;
            try (ServedApplication.RowLock lock = served.lock("stuck")) {
                waiting = inParallel(1, () -> served.get("/api/ids/stuck"));
                await().until(() -> served.status("stuck").waits().waiting() == 1);

                assertThat(served.get("/api/segments/order").status())
                        .as("%s", lock)
                        .isEqualTo(503);
            }
            for (Future<Answer> each : waiting) {
                each.get();
            }
            assertThat(served.get("/api/segments/order").status()).isEqualTo(200);
        }
    }

    /** Only the tag {@code stuck} is ever locked; nothing but the wait of a caller ends before the lock does. */
    private static ServedApplication start(int places, Duration waitTimeout) {
        ServedApplication served = new ServedApplication(
                "leaf.web.max-waiting=" + places,
                "leaf.web.max-count=1000000",
                "leaf.web.segments.enabled=true",
                "leaf.segment.wait-timeout=" + waitTimeout.toMillis() + "ms",
                "leaf.segment.load-timeout=120s",
                "spring.datasource.hikari.connection-init-sql=set lock_timeout 120000");
        served.tag("stuck", 1, 1_000);
        served.tag("order", 1, 1_000);
        await().ignoreException(SegmentUnavailableException.class)
                .until(() -> served.application.segment().sequence("stuck").tag(), "stuck"::equals);
        return served;
    }

    private <T> List<Future<T>> inParallel(int count, Callable<T> action) {
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            running.add(clients.submit(action));
        }
        return running;
    }
}
