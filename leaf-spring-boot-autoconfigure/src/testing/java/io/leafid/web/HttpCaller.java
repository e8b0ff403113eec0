package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One of several callers that ask for ids over HTTP until they are told to stop, and whom nothing but an id or a proper
 * 503 in time may meet. Its counts may be read by other threads, its ids once it has stopped.
 */
final class HttpCaller implements Callable<Void> {

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;
    private final List<String> tags;
    private final Duration deadline;
    private final Map<String, List<Long>> ids = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> served = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> refused = new ConcurrentHashMap<>();
    private final AtomicLong longestRefusalNanos = new AtomicLong();
    private volatile boolean stopped;

    /** Makes a caller of these tags, each in turn, who bears to wait so long for a refusal. */
    HttpCaller(int port, List<String> tags, Duration deadline) {
        this.port = port;
        this.tags = tags;
        this.deadline = deadline;
        for (String tag : tags) {
            ids.put(tag, new ArrayList<>());
            served.put(tag, new AtomicInteger());
            refused.put(tag, new AtomicInteger());
        }
    }

    @Override
    public Void call() throws Exception {
        for (int i = 0; !stopped; i++) {
            ask(tags.get(i % tags.size()), (i % 50 == 49) ? 20 : 1);
        }
        return null;
    }

    void stop() {
        stopped = true;
    }

    /** Asks once, for one id or for a batch; returns whether there were ids. */
    boolean ask(String tag, int count) throws IOException, InterruptedException {
        String query = (count == 1) ? "" : "?count=" + count;
        URI uri = URI.create("http://localhost:" + port + "/api/ids/" + tag + query);
        long start = System.nanoTime();
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        long took = System.nanoTime() - start;
        if (answer.statusCode() == 200) {
            add(tag, answer.body(), count);
            return true;
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                        + "\"detail\":\"no id can be issued now\"}");
        assertThat(Duration.ofNanos(took)).isLessThan(deadline);
        longestRefusalNanos.accumulateAndGet(took, Math::max);
        counter(refused, tag).incrementAndGet();
        return false;
    }

    private void add(String tag, String body, int count) {
        List<Long> all = ids.getOrDefault(tag, List.of());
        int before = all.size();
        Arrays.stream(body.split("\\D+", -1))
                .filter(id -> !id.isEmpty())
                .map(Long::valueOf)
                .forEach(all::add);
        assertThat(all.size() - before).as(body).isEqualTo(count);
        counter(served, tag).incrementAndGet();
    }

    /** Requests for a tag that got ids. */
    int served(String tag) {
        return counter(served, tag).get();
    }

    /** Requests for a tag that were refused. */
    int refused(String tag) {
        return counter(refused, tag).get();
    }

    Duration longestRefusal() {
        return Duration.ofNanos(longestRefusalNanos.get());
    }

    /** All ids of a tag, in the order in which they came. */
    List<Long> ids(String tag) {
        return ids.getOrDefault(tag, List.of());
    }

    private static AtomicInteger counter(Map<String, AtomicInteger> counters, String tag) {
        return counters.computeIfAbsent(tag, missing -> new AtomicInteger());
    }
}
