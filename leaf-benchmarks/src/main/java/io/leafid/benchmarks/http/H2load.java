package io.leafid.benchmarks.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The load generator h2load, a process of its own that sends at a given rate (Debian: {@code apt-get install
 * nghttp2-client}). Stateless.
 */
final class H2load {

    private H2load() {}

    /**
     * Sends so many requests a second for a while, evenly on all connections, one at a time on each: fewer if answers take so long
     * that they hold up what is to be sent next.
     */
    static Load run(String url, int connections, int perSecond, Duration time)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("h2load", ".log");
        try {
            Process process = new ProcessBuilder(List.of(
                            "h2load",
                            "--h1",
                            "-t1",
                            "-c" + connections,
                            "--rps=" + (double) perSecond / connections,
                            "-D" + time.toSeconds(),
                            "--log-file=" + log,
                            url))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("h2load on " + url + " has failed:\n" + output);
            }
            return read(log, time);
        } finally {
            Files.delete(log);
        }
    }

    /**
     * Each line says when a request was sent, the answer's status and the microseconds until its end. The status is always 0
     * for HTTP/1.1; {@link Wrk} looks at it.
     */
    private static Load read(Path log, Duration time) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            long[] micros = lines.map(line -> line.split("\t"))
                    .mapToLong(columns -> Long.parseLong(columns[2]))
                    .sorted()
                    .toArray();
            double p99 = micros[(int) Math.ceil(micros.length * 0.99) - 1] / 1e3;
            return new Load(micros.length, (double) micros.length / time.toSeconds(), p99);
        }
    }
}
