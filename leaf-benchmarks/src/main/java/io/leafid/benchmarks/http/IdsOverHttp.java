package io.leafid.benchmarks.http;

import com.sun.management.ThreadMXBean;
import io.leafid.benchmarks.process.Programs;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.benchmarks.raw.UnavailableException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Ids over HTTP beside a bare servlet in the same server, in turn, round after round; the load generators are processes of
 * their own on the same machine. Each target is asked for twice in a round: for all that it can answer, and at a given rate,
 * since at full load a latency says how long requests queue for the processors, not how long the server takes. Settings are
 * those of the application, such as {@code --spring.threads.virtual.enabled=true}.
 */
public final class IdsOverHttp implements Measurement {

    private static final int ROUNDS = 7;
    private static final int SECONDS = 3;
    private static final int CONNECTIONS = 16;
    private static final int PER_SECOND = 20_000;

    /** The share of the bare servlet's requests that leaves the processors time, should the machine be a slow one. */
    private static final double UNSATURATED = 1.0 / 3;

    /** Paths that are asked for. */
    private enum Target {
        BARE(Server.BARE),
        SEGMENT("/api/ids/order"),
        SNOWFLAKE("/api/snowflake/get/payment"),
        BATCH("/api/ids/order?count=100"),
        /** The bare servlet once more: how far from 1 it comes out is what the figures of the others are worth. */
        CONTROL(Server.BARE);

        private final String path;

        Target(String path) {
            this.path = path;
        }
    }

    @Override
    public List<Figure> measure(Profile profile, List<String> settings)
            throws UnavailableException, IOException, InterruptedException {
        Programs.require("wrk", "wrk");
        Programs.require("h2load", "nghttp2-client");
        Rounds seen = new Rounds();
        Duration time = profile.seconds(SECONDS);
        try (ConfigurableApplicationContext server = Server.start(settings.toArray(String[]::new))) {
            String url = Server.url(server);
            for (Target target : Target.values()) {
                Wrk.run(url + target.path, CONNECTIONS, time); // warm-up
            }
            int perSecond = pace(Wrk.run(url + Target.BARE.path, CONNECTIONS, time));
            for (int round = 0; round < profile.rounds(ROUNDS); round++) {
                for (Target target : inTurn(round)) {
                    String name = target.name().toLowerCase(Locale.ROOT);
                    measure(url + target.path, perSecond, time, seen.subject(name));
                    System.out.printf("round %d: %s%n", round + 1, name);
                }
            }
        }
        return seen.figures();
    }

    private static int pace(Load full) {
        return (int) Math.min(PER_SECOND, Math.ceil(full.perSecond() * UNSATURATED / 1_000) * 1_000);
    }

    /** Each round begins with another, so that none always follows the same. */
    private static List<Target> inTurn(int round) {
        List<Target> targets = Arrays.asList(Target.values());
        Collections.rotate(targets, round);
        return targets;
    }

    private static void measure(String url, int perSecond, Duration time, Rounds.Subject subject)
            throws IOException, InterruptedException {
        long before = allocatedByServer();
        Load full = Wrk.run(url, CONNECTIONS, time);
        double bytes = (double) (allocatedByServer() - before) / full.requests();
        Load paced = H2load.run(url, CONNECTIONS, perSecond, time);
        subject.add("requests", "requests/s", full.perSecond())
                .add("p99", "ms", full.p99Millis())
                .add("bytes", "B/request", bytes)
                .add("paced", "requests/s", paced.perSecond())
                .add("pacedP99", "ms", paced.p99Millis());
    }

    /** Bytes that the server's threads have allocated; virtual threads are not counted by the JDK. */
    private static long allocatedByServer() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] servers = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("http-"))
                .mapToLong(thread -> thread.getThreadId())
                .toArray();
        return LongStream.of(threads.getThreadAllocatedBytes(servers)).sum();
    }
}
