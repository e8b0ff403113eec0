package io.leafid.benchmarks.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator wrk, a process of its own that sends all it can (Debian: {@code apt-get install wrk}). Stateless. */
final class Wrk {

    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");
    private static final Pattern PER_SECOND = Pattern.compile("Requests/sec:\\s+([\\d.]+)");
    private static final Pattern P99 = Pattern.compile("99%\\s+([\\d.]+)(us|ms|s)");
    private static final Map<String, Double> MILLIS = Map.of("us", 0.001, "ms", 1.0, "s", 1000.0);

    private Wrk() {}

    /** Sends one request after the other on each connection for a while. */
    static Load run(String url, int connections, Duration time) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        List.of("wrk", "-t1", "-c" + connections, "-d" + time.toSeconds() + "s", "--latency", url))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 || output.contains("Non-2xx") || output.contains("Socket errors")) {
            throw new IOException("wrk on " + url + " has failed:\n" + output);
        }
        Matcher p99 = find(P99, output);
        return new Load(
                Long.parseLong(find(REQUESTS, output).group(1)),
                Double.parseDouble(find(PER_SECOND, output).group(1)),
                Double.parseDouble(p99.group(1)) * MILLIS.getOrDefault(p99.group(2), 1.0));
    }

    private static Matcher find(Pattern pattern, String output) throws IOException {
        Matcher matcher = pattern.matcher(output);
        if (!matcher.find()) {
            throw new IOException("wrk says nothing of " + pattern + ":\n" + output);
        }
        return matcher;
    }
}
