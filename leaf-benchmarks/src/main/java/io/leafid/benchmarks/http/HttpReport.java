package io.leafid.benchmarks.http;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Ids over HTTP beside a bare servlet in the same server, in turn, round after round; the load generators are processes of
 * their own on the same machine. Each target is asked for twice in a round: for all that it can answer, and at a given rate,
 * since at full load a latency says how long requests queue for the processors, not how long the server takes.
 *
 * <p>Arguments: rounds, seconds of each run, connections, requests per second (5 10 16 20000); then settings of the
 * application, such as {@code --spring.threads.virtual.enabled=true}.
 */
public final class HttpReport {

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private HttpReport() {}

    /** What is asked for. */
    private enum Target {
        BARE(Server.BARE),
        SEGMENT("/api/ids/order"),
        SNOWFLAKE("/api/snowflake/get/payment"),
        BATCH_OF_100("/api/ids/order?count=100"),
        /** The bare servlet once more: how far from 1 it comes out is what the figures of the others are worth. */
        CONTROL(Server.BARE);

        private final String path;

        Target(String path) {
            this.path = path;
        }
    }

    private record Run(Load full, double bytesPerRequest, Load paced) {}

    /** Runs the report. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> numbers =
                Arrays.stream(args).filter(arg -> !arg.startsWith("--")).toList();
        int rounds = number(numbers, 0, 5);
        Duration time = Duration.ofSeconds(number(numbers, 1, 10));
        int connections = number(numbers, 2, 16);
        int perSecond = number(numbers, 3, 20_000);
        String[] settings =
                Arrays.stream(args).filter(arg -> arg.startsWith("--")).toArray(String[]::new);
        try (ConfigurableApplicationContext server = Server.start(settings)) {
            String port = Objects.requireNonNull(server.getEnvironment().getProperty("local.server.port"));
            String url = "http://127.0.0.1:" + port;
            for (Target target : Target.values()) {
                Wrk.run(url + target.path, connections, time); // warm-up
            }
            Map<Target, Run[]> runs = new EnumMap<>(Target.class);
            for (int round = 0; round < rounds; round++) {
                for (Target target : inTurn(round)) {
                    Run run = measure(url + target.path, connections, perSecond, time);
                    runs.computeIfAbsent(target, unused -> new Run[rounds])[round] = run;
                    OUT.printf("  round %d %-12s %s%n", round + 1, target, run);
                }
            }
            print(runs);
        }
    }

    /** Each round begins with another, so that none always follows the same. */
    private static List<Target> inTurn(int round) {
        List<Target> targets = Arrays.asList(Target.values());
        Collections.rotate(targets, round);
        return targets;
    }

    private static int number(List<String> numbers, int place, int otherwise) {
        return (place < numbers.size()) ? Integer.parseInt(numbers.get(place)) : otherwise;
    }

    private static Run measure(String url, int connections, int perSecond, Duration time)
            throws IOException, InterruptedException {
        long before = allocatedByServer();
        Load full = Wrk.run(url, connections, time);
        double bytesPerRequest = (double) (allocatedByServer() - before) / full.requests();
        return new Run(full, bytesPerRequest, H2load.run(url, connections, perSecond, time));
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

    private static void print(Map<Target, Run[]> runs) {
        OUT.printf(
                "%n%-12s %8s | at full load: %-6s %22s %8s %22s | at the rate: %8s %22s%n",
                "", "B/req.", "req./s", "× bare", "p99, ms", "× bare", "p99, ms", "× bare");
        Run[] bare = Objects.requireNonNull(runs.get(Target.BARE));
        runs.forEach((target, run) -> OUT.printf(
                "%-12s %8.0f |             %7.0f %22s %8.2f %22s |             %8.2f %22s%n",
                target,
                median(values(run, Run::bytesPerRequest)),
                median(values(run, r -> r.full().perSecond())),
                spread(ratios(run, bare, r -> r.full().perSecond())),
                median(values(run, r -> r.full().p99Millis())),
                spread(ratios(run, bare, r -> r.full().p99Millis())),
                median(values(run, r -> r.paced().p99Millis())),
                spread(ratios(run, bare, r -> r.paced().p99Millis()))));
    }

    private static double[] ratios(Run[] runs, Run[] bare, ToDoubleFunction<Run> figure) {
        return IntStream.range(0, runs.length)
                .mapToDouble(i -> figure.applyAsDouble(runs[i]) / figure.applyAsDouble(bare[i]))
                .sorted()
                .toArray();
    }

    private static double[] values(Run[] runs, ToDoubleFunction<Run> figure) {
        return Arrays.stream(runs).mapToDouble(figure).sorted().toArray();
    }

    private static String spread(double[] sorted) {
        return "%.2f [%.2f..%.2f]".formatted(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return (sorted.length % 2 == 1) ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
