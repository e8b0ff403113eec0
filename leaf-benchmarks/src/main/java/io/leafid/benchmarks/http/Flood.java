package io.leafid.benchmarks.http;

import io.leafid.benchmarks.process.Programs;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.benchmarks.raw.UnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The p99 of one tag over HTTP while another one is flooded, beside its quiet value: without a limit of the flooded tag and with one.
 * The flood asks for batches, as a client does that has run wild.
 */
public final class Flood implements Measurement {

    private static final int ROUNDS = 5;
    private static final int SECONDS = 4;
    private static final int CONNECTIONS = 8;
    private static final int PER_SECOND = 300;
    private static final int BATCHES_PER_SECOND = 200;
    private static final String MEASURED = "/api/ids/order";
    private static final String BATCH = "?count=10000";

    @Override
    public List<Figure> measure(Profile profile, List<String> settings)
            throws UnavailableException, IOException, InterruptedException {
        Programs.require("h2load", "nghttp2-client");
        Rounds seen = new Rounds();
        Duration time = profile.seconds(SECONDS);
        try (ConfigurableApplicationContext server = Server.start("--leaf.tags.limited.max-rate=10000")) {
            String url = Server.url(server);
            p99(url, time); // warm-up
            for (int round = 0; round < profile.rounds(ROUNDS); round++) {
                seen.subject("alone").add("p99", "ms", p99(url, time));
                seen.subject("beside 200 batches/s, no limit").add("p99", "ms", beside("unlimited", url, time));
                seen.subject("beside 200 batches/s of a tag with `max-rate: 10000`")
                        .add("p99", "ms", beside("limited", url, time));
                System.out.printf("round %d%n", round + 1);
            }
        }
        return seen.figures();
    }

    /** The p99 of the measured tag while another one is asked for. */
    private static double beside(String flooded, String url, Duration time) throws IOException, InterruptedException {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            try {
                H2load.run(url + "/api/ids/" + flooded + BATCH, CONNECTIONS, BATCHES_PER_SECOND, time.plusSeconds(1));
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        double p99 = p99(url, time);
        other.join();
        return p99;
    }

    private static double p99(String url, Duration time) throws IOException, InterruptedException {
        return H2load.run(url + MEASURED, CONNECTIONS, PER_SECOND, time).p99Millis();
    }
}
