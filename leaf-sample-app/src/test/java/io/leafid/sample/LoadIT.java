package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fifty thousand requests over HTTP for ids of both engines, while an operator looks on: no id comes twice, and in
 * the end all views show what the clients have counted. Property: {@code leaf.load.requests} says how many requests there
 * are; {@code .ci/nightly} sends a million.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadIT {

    private static final Logger logger = LoggerFactory.getLogger(LoadIT.class);

    private static final int REQUESTS = Integer.getInteger("leaf.load.requests", 10_000);

    /** As many as the client keeps connections to one server. */
    private static final int CLIENTS = 5;

    private static final List<String> SEGMENT_TAGS =
            LoadClient.TAGS.stream().filter(tag -> !tag.equals("payment")).toList();

    private static final JsonMapper JSON = new JsonMapper();

    private static final ConfigurableApplicationContext application = SpringApplication.run(
            LeafSampleApplication.class,
            "--server.port=0",
            "--spring.datasource.url=jdbc:h2:mem:load",
            "--leaf.segment.preload-recent=false",
            "--leaf.name=leaf-sample-${random.uuid}", // two builds on one machine are two services
            "--leaf.snowflake.port=18081",
            "--leaf.snowflake.state-directory=target/leaf-load-state");

    private static final int port =
            application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);

    private static final SegmentIdGenerator segment = application.getBean(SegmentIdGenerator.class);
    private static final SnowflakeIdGenerator snowflake = application.getBean(SnowflakeIdGenerator.class);

    private final LoadClient operator = new LoadClient(port, 0);

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void allRequestsGetDistinctIdsAndAllViewsCountThem() throws Exception {
        List<LoadClient> clients = new ArrayList<>();
        for (int i = 1; i <= CLIENTS; i++) {
            clients.add(new LoadClient(port, i));
        }
        Set<String> seen = sendWhileWatching(clients);

        assertThat(seen).as("segments that the page saw for the first tag").hasSizeGreaterThanOrEqualTo(3);
        awaitLastAllocation();
        JsonNode endpoint = JSON.readTree(operator.get("/actuator/leaf")).at("/segment/tags");
        JsonNode page = JSON.readTree(operator.get("/leaf/state")).at("/segment/tags");
        for (String tag : SEGMENT_TAGS) {
            long[] ids = IssuedIds.distinct(
                    clients.stream().map(client -> client.issued(tag)).toList());
            assertInsideOfWhatWasBought(tag, ids);
            assertViewsAgree(tag, ids.length, endpoint, page);
        }
        long[] payments = IssuedIds.distinct(
                clients.stream().map(client -> client.issued("payment")).toList());
        assertThat(snowflake.status().issued()).isEqualTo(payments.length);
        assertMeter("leaf.ids.issued?tag=engine:snowflake", payments.length);
        assertThat(snowflake.decode(payments[payments.length - 1]).workerId()).isZero();
    }

    /** Lets all clients send, and looks at page and endpoint meanwhile; returns where the first tag's segments began. */
    private Set<String> sendWhileWatching(List<LoadClient> clients) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            long start = System.nanoTime();
            List<Future<?>> sending = new ArrayList<>();
            for (LoadClient client : clients) {
                sending.add(threads.submit(() -> {
                    client.send(REQUESTS / CLIENTS);
                    return null;
                }));
            }
            AtomicBoolean ended = new AtomicBoolean();
            Future<Set<String>> watching = threads.submit(() -> watch(ended));
            try {
                for (Future<?> each : sending) {
                    each.get();
                }
            } finally {
                ended.set(true);
            }
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            logger.info("{} requests in {} s", REQUESTS, took.toSeconds());
            return watching.get();
        } finally {
            threads.shutdownNow();
        }
    }

    private Set<String> watch(AtomicBoolean ended) throws IOException {
        Set<String> firsts = new TreeSet<>();
        long issuedBefore = 0;
        String view = "/leaf/state";
        while (!ended.get()) {
            JsonNode tag = JSON.readTree(operator.get(view)).at("/segment/tags/first");
            if (tag.has("current")) {
                firsts.add(tag.at("/current/first").asString());
                assertConsistent(tag);
                long issued = number(tag, "/issued");
                assertThat(issued).isGreaterThanOrEqualTo(issuedBefore);
                issuedBefore = issued;
            }
            view = view.equals("/leaf/state") ? "/actuator/leaf" : "/leaf/state";
        }
        return firsts;
    }

    /** All numbers of a tag are of one moment. */
    private static void assertConsistent(JsonNode tag) {
        long next = number(tag, "/current/next");
        long remaining = number(tag, "/current/remaining");
        assertThat(next).as("%s", tag).isEqualTo(number(tag, "/current/end") - remaining);
        long upcoming = 0;
        for (JsonNode range : tag.get("upcoming")) {
            upcoming += number(range, "/end") - number(range, "/first");
        }
        assertThat(number(tag, "/reservedUnused")).as("%s", tag).isEqualTo(remaining + upcoming);
    }

    /** Waits for a segment that is allocated ahead just now. */
    private static void awaitLastAllocation() {
        AtomicLong before = new AtomicLong(-1);
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    long allocations = segment.totals(tag -> true).loads().successes();
                    return before.getAndSet(allocations) == allocations;
                });
    }

    /** One node has allocated all there is, so nothing may be missing between what is issued and what the table says. */
    private static void assertInsideOfWhatWasBought(String tag, long[] ids) {
        JdbcTemplate jdbc = application.getBean(JdbcTemplate.class);
        long maxId = Objects.requireNonNull(
                jdbc.queryForObject("select max_id from leaf_alloc where biz_tag = ?", Long.class, tag));
        SegmentTagStatus status = segment.status(tag).orElseThrow();
        assertThat(ids[0]).isEqualTo(1);
        assertThat(ids[ids.length - 1])
                .isLessThan(maxId)
                .isEqualTo(status.reserve().next() - 1);
        assertThat(ids.length + status.reserve().unused()).isEqualTo(maxId - 1);
    }

    private void assertViewsAgree(String tag, int counted, JsonNode endpoint, JsonNode page) throws IOException {
        SegmentTagStatus status = segment.status(tag).orElseThrow();
        assertThat(status.traffic().issued()).isEqualTo(counted);
        for (JsonNode view : List.of(endpoint, page)) {
            JsonNode shown = view.get(tag);
            assertThat(number(shown, "/issued")).isEqualTo(counted);
            assertThat(number(shown, "/current/next"))
                    .isEqualTo(status.reserve().next());
            assertThat(number(shown, "/current/remaining"))
                    .isEqualTo(status.reserve().remaining());
            assertThat(number(shown, "/reservedUnused"))
                    .isEqualTo(status.reserve().unused());
            assertThat(number(shown, "/step")).isEqualTo(status.steps().current());
        }
        assertMeter("leaf.ids.issued?tag=tag:" + tag, counted);
        assertMeter("leaf.segment.remaining?tag=tag:" + tag, status.reserve().unused());
        assertMeter("leaf.segment.step?tag=tag:" + tag, status.steps().current());
    }

    private void assertMeter(String meter, long value) {
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> {
            JsonNode shown = JSON.readTree(operator.get("/actuator/metrics/" + meter));
            assertThat(shown.at("/measurements/0/value").asDouble()).isEqualTo((double) value);
        });
    }

    private static long number(JsonNode node, String path) {
        return Long.parseLong(node.at(path).asString());
    }
}
