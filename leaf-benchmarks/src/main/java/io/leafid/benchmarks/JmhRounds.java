package io.leafid.benchmarks;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.benchmarks.snowflake.SnowflakeByThreads;
import io.leafid.benchmarks.snowflake.SnowflakeProfiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Run of the benchmarks of one class again and again, one short fork each: what is compared lies seconds apart, not minutes, and a
 * machine that others use disturbs one round, not one side.
 *
 * @param type the class
 * @param threads by how many threads, one after the other; none if the benchmarks say so themselves
 * @param rounds of a full measurement
 * @param millis of one iteration of a full measurement
 */
record JmhRounds(Class<?> type, List<Integer> threads, int rounds, int millis) implements Measurement {

    private static final int WARMUPS = 3;
    private static final int ITERATIONS = 4;

    /** Columns that are kept beside the score. */
    private static final Set<String> COLUMNS = Set.of("gc.alloc.rate.norm", "cpu.norm", "busy", "lead");

    @Override
    public List<Figure> measure(Profile profile, List<String> settings) throws RunnerException {
        Rounds seen = new Rounds();
        for (int round = 1; round <= profile.rounds(rounds); round++) {
            for (RunResult run : runOnce(profile)) {
                add(run, seen);
                System.out.printf(
                        "round %d: %s, %d threads: %s%n",
                        round, nameOf(run.getParams()), run.getParams().getThreads(), run.getPrimaryResult());
            }
        }
        return seen.figures();
    }

    private List<RunResult> runOnce(Profile profile) throws RunnerException {
        if (threads.isEmpty()) {
            return List.copyOf(new Runner(options(profile).build()).run());
        }
        List<RunResult> all = new ArrayList<>();
        for (int count : threads) {
            all.addAll(new Runner(options(profile).threads(count).build()).run());
        }
        return all;
    }

    private ChainedOptionsBuilder options(Profile profile) {
        TimeValue time = TimeValue.milliseconds(profile.millis(millis).toMillis());
        return new OptionsBuilder()
                .include(type.getName().replace(".", "\\.") + "\\.")
                .param("storeMillis", "0")
                .forks(1)
                .warmupIterations(WARMUPS)
                .warmupTime(time)
                .measurementIterations(ITERATIONS)
                .measurementTime(time)
                .addProfiler(GCProfiler.class)
                .addProfiler(profiler())
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
    }

    private Class<? extends Profiler> profiler() {
        return SnowflakeByThreads.class.isAssignableFrom(type) ? SnowflakeProfiler.class : CpuTime.class;
    }

    private static void add(RunResult run, Rounds seen) {
        BenchmarkParams benchmark = run.getParams();
        Map<String, String> params = new TreeMap<>();
        benchmark.getParamsKeys().forEach(key -> params.put(key, benchmark.getParam(key)));
        Rounds.Subject subject = seen.subject(nameOf(benchmark), benchmark.getThreads(), params);
        add("score", run.getPrimaryResult(), subject);
        run.getSecondaryResults().forEach((name, result) -> {
            if (COLUMNS.contains(name)) {
                add(name, result, subject);
            }
        });
    }

    private static void add(String column, Result<?> result, Rounds.Subject subject) {
        subject.add(column, result.getScoreUnit(), result.getScore());
    }

    /** The peer, or else the method. */
    private static String nameOf(BenchmarkParams benchmark) {
        String peer = benchmark.getParam("peer");
        return (peer == null)
                ? benchmark.getBenchmark().substring(benchmark.getBenchmark().lastIndexOf('.') + 1)
                : peer;
    }
}
