package io.leafid.benchmarks;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs every benchmark in rounds and prints what they cost beside a bare counter, then the single lines of the budget.
 *
 * <p>Arguments: {@code quick} (default) or {@code full}; then, to run one part only, {@code throughput} or {@code lines}.
 */
public final class Report {

    private Report() {}

    private enum Profile {
        QUICK(3, Duration.ofMillis(300), Duration.ofSeconds(10)),
        FULL(7, Duration.ofSeconds(1), Duration.ofSeconds(60));

        private final int rounds;
        private final Duration iteration;
        private final Duration line;

        Profile(int rounds, Duration iteration, Duration line) {
            this.rounds = rounds;
            this.iteration = iteration;
            this.line = line;
        }
    }

    /** Runs the report. */
    public static void main(String[] args) throws RunnerException {
        Profile profile = (args.length == 0) ? Profile.QUICK : Profile.valueOf(args[0].toUpperCase(Locale.ROOT));
        String part = (args.length < 2) ? "" : args[1];
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (!part.equals("lines")) {
            Rounds rounds = new Rounds(profile.iteration, out);
            for (int i = 1; i <= profile.rounds; i++) {
                out.printf("round %d of %d%n", i, profile.rounds);
                rounds.runOnce();
            }
            RatioTable.print(rounds.samples(), out);
        }
        if (!part.equals("throughput")) {
            new Scenarios(out, profile.line).run();
        }
    }
}
