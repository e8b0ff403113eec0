package io.leafid.benchmarks.http;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The p99 of one tag over HTTP while another one is flooded, beside its quiet value: without a limit of the flooded tag and with one.
 * The flood asks for batches, as a client does that has run wild.
 *
 * <p>Arguments: rounds, seconds of each run, requests per second to the measured tag, those of the flood.
 */
public final class FloodReport {

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private static final int CONNECTIONS = 8;
    private static final String MEASURED = "/api/ids/order";
    private static final String FLOOD = "?count=10000";

    private FloodReport() {}

    /** Runs the report. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Duration time = Duration.ofSeconds(Integer.parseInt(args[1]));
        int perSecond = Integer.parseInt(args[2]);
        int flood = Integer.parseInt(args[3]);
        try (ConfigurableApplicationContext server = Server.start("--leaf.tags.limited.max-rate=10000")) {
            String port = Objects.requireNonNull(server.getEnvironment().getProperty("local.server.port"));
            String url = "http://127.0.0.1:" + port;
            H2load.run(url + MEASURED, CONNECTIONS, perSecond, time); // warm-up
            double[] quiet = new double[rounds];
            double[] unlimited = new double[rounds];
            double[] limited = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                quiet[round] =
                        H2load.run(url + MEASURED, CONNECTIONS, perSecond, time).p99Millis();
                unlimited[round] = beside(url + "/api/ids/unlimited" + FLOOD, flood, url, perSecond, time);
                limited[round] = beside(url + "/api/ids/limited" + FLOOD, flood, url, perSecond, time);
            }
            double alone = median(quiet);
            OUT.printf("| p99 of %d requests/s, median of %d rounds | ms | × quiet |%n", perSecond, rounds);
            OUT.println("|---|---|---|");
            row("alone", alone, alone);
            row("beside %d batches/s, no limit".formatted(flood), median(unlimited), alone);
            row("beside %d batches/s of a tag with `max-rate: 10000`".formatted(flood), median(limited), alone);
        }
    }

    private static void row(String what, double p99, double alone) {
        OUT.printf("| %s | %.2f | %.1f |%n", what, p99, p99 / alone);
    }

    /** The p99 of the measured tag while another address is asked for. */
    private static double beside(String flooded, int flood, String url, int perSecond, Duration time)
            throws IOException, InterruptedException {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            try {
                H2load.run(flooded, CONNECTIONS, flood, time.plusSeconds(1));
            } catch (IOException ex) {
                OUT.println("  the flood got fewer answers than it asked for");
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        double p99 = H2load.run(url + MEASURED, CONNECTIONS, perSecond, time).p99Millis();
        other.join();
        return p99;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
