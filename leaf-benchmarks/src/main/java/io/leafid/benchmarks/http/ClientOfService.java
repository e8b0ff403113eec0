package io.leafid.benchmarks.http;

import io.leafid.IdSequence;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.jdbc.SqlDialect;
import io.leafid.remote.InstanceCalls;
import io.leafid.remote.InstanceSource;
import io.leafid.remote.RemoteSegmentStore;
import io.leafid.remote.ServiceInstance;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.client.RestClient;

/**
 * Ids of a client of an id service beside those of a node with the service's database, in turn, and how many requests a client sends for an
 * allocation. The node once more shows what the ratio is worth. A tag with a larger {@code max-step} shows what a client gives where its
 * segments last longer than a request.
 */
public final class ClientOfService implements Measurement {

    private static final int ROUNDS = 9;
    private static final int MILLIS = 700;
    private static final Duration SETTLING = Duration.ofMillis(200);
    private static final int STEP = 1_000;

    /** Ten times the default of {@code leaf.segment.max-step}. */
    private static final int LARGE_STEP = 10_000_000;

    private static final int CALLS_PER_LOOK_AT_THE_CLOCK = 10_000;
    private static final Duration LOAD_TIMEOUT = AllocationSettings.DEFAULT.loadTimeout();
    private static final List<String> TAGS = List.of("local", "client", "control");
    private static final List<String> LARGE_TAGS = List.of("local-large", "client-large");
    private static final SegmentSettings SETTINGS = settings();

    /** Requests for a range. */
    private final AtomicLong requests = new AtomicLong();

    @Override
    public List<Figure> measure(Profile profile, List<String> settings) throws InterruptedException {
        Rounds seen = new Rounds();
        try (ConfigurableApplicationContext service =
                Server.start("--leaf.web.segments.enabled=true", "--leaf.web.segments.max-amount=" + LARGE_STEP)) {
            JdbcTemplate jdbc = service.getBean(JdbcTemplate.class);
            Stream.concat(TAGS.stream(), LARGE_TAGS.stream())
                    .forEach(tag ->
                            jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", tag, STEP));
            DataSource database = service.getBean(DataSource.class);
            try (SegmentIdGenerator local = engine(local(database));
                    SegmentIdGenerator control = engine(local(database));
                    SegmentIdGenerator client = engine(remote(Server.url(service)))) {
                for (int round = -1; round < profile.rounds(ROUNDS); round++) {
                    Rounds to = (round < 0) ? new Rounds() : seen; // the first one warms up
                    Duration time = profile.millis(MILLIS);
                    measure("local", local, time, to);
                    measure("client", client, time, to);
                    measure("control", control, time, to);
                    measure("local-large", local, time, to);
                    measure("client-large", client, time, to);
                }
            }
        }
        return seen.figures();
    }

    private static SegmentSettings settings() {
        SegmentSettings common = SegmentSettings.DEFAULT;
        AllocationSettings each = common.allocation();
        Map<String, TagSettings> large =
                LARGE_TAGS.stream().collect(Collectors.toMap(tag -> tag, tag -> new TagSettings(LARGE_STEP)));
        return new SegmentSettings(
                new AllocationSettings(
                        each.targetDuration(),
                        each.maxStep(),
                        large,
                        each.prefetchAt(),
                        each.waitTimeout(),
                        each.loadTimeout()),
                common.refreshInterval(),
                common.failFast(),
                common.autoCreate(),
                common.returnUnused());
    }

    private static SegmentIdGenerator engine(SegmentStore store) {
        SegmentIdGenerator engine = new SegmentIdGenerator(store, SETTINGS, List.of(), null, event -> {});
        engine.start();
        return engine;
    }

    private static SegmentStore local(DataSource database) {
        return new JdbcSegmentStore(database, SqlDialect.H2, JdbcSegmentStore.DEFAULT_TABLE, LOAD_TIMEOUT);
    }

    private SegmentStore remote(String url) {
        ClientHttpRequestInterceptor counter = (request, body, execution) -> {
            if (request.getMethod().equals(HttpMethod.POST)) {
                requests.incrementAndGet();
            }
            return execution.execute(request, body);
        };
        RestClient client = RestClient.builder().requestInterceptor(counter).build();
        return RemoteSegmentStore.of(
                "ids",
                InstanceCalls.of(
                        InstanceSource.of(List.of(new ServiceInstance(url, ""))),
                        null,
                        Duration.ofSeconds(10),
                        LOAD_TIMEOUT),
                client,
                client);
    }

    private void measure(String name, SegmentIdGenerator engine, Duration time, Rounds to) throws InterruptedException {
        long requestsBefore = requests.get();
        long allocationsBefore = allocations(engine);
        to.subject(name).add("ids", "ids/µs", idsPerMicrosecond(engine.sequence(name), time));
        double allocations = settledAllocations(engine) - allocationsBefore;
        to.subject(name).add("requests", "", (requests.get() - requestsBefore) / allocations);
    }

    /** Lets the allocation under way end: no other one begins while no id is taken. */
    private static long settledAllocations(SegmentIdGenerator engine) {
        long before;
        do {
            before = allocations(engine);
            TimeSource.system().parkNanos(SETTLING.toNanos());
        } while (allocations(engine) != before);
        return before;
    }

    private static long allocations(SegmentIdGenerator engine) {
        return engine.totals(tag -> true).loads().successes();
    }

    private static double idsPerMicrosecond(IdSequence ids, Duration time) {
        long begun = System.nanoTime();
        long end = begun + time.toNanos();
        long calls = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < CALLS_PER_LOOK_AT_THE_CLOCK; i++) {
                ids.next();
            }
            calls += CALLS_PER_LOOK_AT_THE_CLOCK;
        }
        return calls * 1_000.0 / (System.nanoTime() - begun);
    }
}
