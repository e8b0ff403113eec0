package io.leafid.benchmarks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sets each benchmark beside the bare counter of the same class, threads and round. */
final class RatioTable {

    private RatioTable() {}

    static void print(List<Sample> samples, PrintStream out) {
        Map<Sample.Subject, List<Sample>> bySubject = samples.stream()
                .collect(Collectors.groupingBy(
                        Sample::subject,
                        () -> new TreeMap<>(Comparator.comparing(Sample.Subject::group)
                                .thenComparingInt(Sample.Subject::threads)
                                .thenComparing(Sample.Subject::name)
                                .thenComparing(Sample.Subject::storeMillis)),
                        Collectors.toList()));
        out.printf(
                "%n%-9s %-20s %2s %5s %22s %22s %10s %8s %8s %9s%n",
                "group",
                "benchmark",
                "t",
                "store",
                "× bare, processor",
                "× bare, wall clock",
                "ns/call",
                "B/call",
                "res./id",
                "trips/1M");
        bySubject.forEach((subject, rounds) -> row(rounds, bySubject.getOrDefault(subject.yardstick(), rounds), out));
    }

    private static void row(List<Sample> rounds, List<Sample> yardstick, PrintStream out) {
        Sample.Subject subject = rounds.get(0).subject();
        int count = Math.min(rounds.size(), yardstick.size());
        out.printf(
                "%-9s %-20s %2d %5s %22s %22s %10s %8s %8s %9s%n",
                subject.group(),
                subject.name(),
                subject.threads(),
                subject.storeMillis().isEmpty() ? "-" : subject.storeMillis() + " ms",
                spread(IntStream.range(0, count)
                        .mapToDouble(
                                i -> yardstick.get(i).cpuNanos() / rounds.get(i).cpuNanos())
                        .toArray()),
                spread(IntStream.range(0, count)
                        .mapToDouble(i ->
                                rounds.get(i).opsPerMicro() / yardstick.get(i).opsPerMicro())
                        .toArray()),
                "%.2f".formatted(median(rounds, Sample::cpuNanos)),
                "%.1f".formatted(median(rounds, Sample::allocatedBytes)),
                "%.3f".formatted(median(rounds, Sample::reservedPerId)),
                "%.2f".formatted(median(rounds, Sample::roundTripsPerMillion)));
    }

    private static String spread(double[] values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return "%.2f [%.2f..%.2f]".formatted(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    private static double median(List<Sample> rounds, ToDoubleFunction<Sample> column) {
        return median(rounds.stream().mapToDouble(column).sorted().toArray());
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return (sorted.length % 2 == 1) ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
