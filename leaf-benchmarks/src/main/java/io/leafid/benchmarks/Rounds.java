package io.leafid.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs all benchmarks again and again, one short fork each: what is compared lies minutes apart, not hours, and a machine
 * that others use disturbs one round, not one side.
 */
final class Rounds {

    private static final int[] THREADS = {1, 2, 4};
    private static final int WARMUPS = 5;
    private static final int MEASUREMENTS = 5;

    private final List<Sample> samples = new ArrayList<>();
    private final Duration iteration;
    private final PrintStream out;

    Rounds(Duration iteration, PrintStream out) {
        this.iteration = iteration;
        this.out = out;
    }

    void runOnce() throws RunnerException {
        for (int threads : THREADS) {
            for (RunResult run : new Runner(options(threads)).run()) {
                Sample sample = Sample.of(run);
                samples.add(sample);
                out.println("  " + sample);
            }
        }
    }

    private Options options(int threads) {
        TimeValue time = TimeValue.milliseconds(iteration.toMillis());
        return new OptionsBuilder()
                .include(Rounds.class.getPackageName() + ".*")
                .exclude("Snowflake") // has a report of its own
                .threads(threads)
                .forks(1)
                .warmupIterations(WARMUPS)
                .warmupTime(time)
                .measurementIterations(MEASUREMENTS)
                .measurementTime(time)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuTime.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
    }

    List<Sample> samples() {
        return samples;
    }
}
