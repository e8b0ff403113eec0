package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/**
 * A client that asks for ids as fast as it can, most often for one, sometimes for many, and keeps its connection. With as
 * few connections as this, the older client of the JDK gets more requests through than the newer.
 */
final class LoadClient {

    /** Of so many requests one asks for a batch. */
    private static final int ONE_BATCH_IN = 100;

    private static final int LARGEST_BATCH = 300;

    /** Tag to the paths that serve it. */
    private static final Map<String, List<String>> PATHS = Map.of(
            "first", List.of("/api/segment/get/first", "/api/ids/first"),
            "second", List.of("/api/segment/get/second"),
            "third/with.dots", List.of("/api/ids/third/with.dots", "/api/ids/third%2Fwith.dots"),
            "payment", List.of("/api/snowflake/get/payment", "/api/ids/payment"));

    static final List<String> TAGS = PATHS.keySet().stream().sorted().toList();

    private final Map<String, IssuedIds> issued = new TreeMap<>();
    private final String base;
    private final Random random;

    LoadClient(int port, long seed) {
        this.base = "http://localhost:" + port;
        this.random = new Random(seed);
        TAGS.forEach(tag -> issued.put(tag, new IssuedIds()));
    }

    /** Sends so many requests, one after the other. */
    void send(int requests) throws IOException {
        for (int i = 0; i < requests; i++) {
            String tag = TAGS.get(random.nextInt(TAGS.size()));
            if (random.nextInt(ONE_BATCH_IN) == 0) {
                askForBatch(tag, 1 + random.nextInt(LARGEST_BATCH));
            } else {
                List<String> paths = PATHS.getOrDefault(tag, List.of());
                issued(tag).add(Long.parseLong(get(paths.get(random.nextInt(paths.size())))));
            }
        }
    }

    private void askForBatch(String tag, int count) throws IOException {
        String answer = get("/api/ids/" + tag + "?count=" + count);
        int before = issued(tag).count();
        long id = 0;
        for (int i = 0; i < answer.length(); i++) {
            char c = answer.charAt(i);
            if (c >= '0' && c <= '9') {
                id = 10 * id + (c - '0');
            } else if (id > 0 && c == '"') {
                issued(tag).add(id);
                id = 0;
            }
        }
        assertThat(issued(tag).count() - before).as(answer).isEqualTo(count);
    }

    /** The body of an answer that must be a good one. */
    String get(String path) throws IOException {
        URL url = URI.create(base + path).toURL();
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        try (InputStream body = connection.getInputStream()) { // throws unless the status is a good one
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The ids that came so far for a tag. */
    IssuedIds issued(String tag) {
        return Objects.requireNonNull(issued.get(tag));
    }
}
