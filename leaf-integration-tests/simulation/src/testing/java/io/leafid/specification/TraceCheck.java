package io.leafid.specification;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tlc2.overrides.TLCOverrides;

/**
 * Check whether traces are behaviours of a module of the specification, all of them in one run of TLC. Immutable.
 *
 * @param module the module that follows a trace
 * @param constants values of the constants that the traces bound, as in a configuration
 */
public record TraceCheck(String module, Function<List<ProtocolTrace>, String> constants) {

    public static final TraceCheck OF_LEASES = new TraceCheck("TraceWorkerIdLease", LeaseProjection::constants);
    public static final TraceCheck OF_SEGMENTS = new TraceCheck("TraceSegments", SegmentProjection::constants);

    private static final String MODULE = """
            ---- MODULE MCTraces ----
            EXTENDS %s
            AllTraces == <<>> \\* TLCOverrides
            ====
            """;

    /** Stands for the number of points in the values of constants. */
    public static final String POINTS = "POINTS";

    private static final Pattern FOLLOWED = Pattern.compile("<<\"followed\", (\\d+), (\\d+)>>");

    /** So many events before the one that cannot follow are told. */
    private static final int TOLD = 12;

    /**
     * The traces that are none, each with the event that cannot follow.
     *
     * @param directory where TLC works
     */
    public Map<String, String> refused(Path directory, List<ProtocolTrace> traces) {
        List<Ranked> ranked = traces.stream().map(Ranked::of).toList();
        Tlc.Result result = Tlc.in(directory, false)
                .with("MCTraces.tla", MODULE.formatted(module))
                .with(TLCOverrides.NAME, ranked.stream().map(Ranked::text).collect(Collectors.joining()))
                .with("MCTraces.cfg", configuration(ranked, constants.apply(traces)))
                .check("MCTraces", "MCTraces");
        Map<Integer, Integer> followed = new HashMap<>();
        FOLLOWED.matcher(result.output())
                .results()
                .forEach(line ->
                        followed.merge(Integer.valueOf(line.group(1)), Integer.valueOf(line.group(2)), Math::max));
        if (result.exitCode() != 0 || followed.size() < traces.size()) {
            throw new IllegalStateException(
                    FOLLOWED.matcher(result.output()).replaceAll("").replaceAll("\n+", "\n"));
        }
        Map<String, String> refused = new TreeMap<>();
        for (int i = 0; i < traces.size(); i++) {
            List<ProtocolTrace.Event> events = traces.get(i).events();
            int reached = Objects.requireNonNull(followed.get(i + 1));
            if (reached <= events.size()) {
                refused.put(
                        traces.get(i).name(),
                        "%s after\n%s"
                                .formatted(
                                        events.get(reached - 1),
                                        lines(events.subList(Math.max(0, reached - 1 - TOLD), reached - 1))));
            }
        }
        return refused;
    }

    private static String lines(List<ProtocolTrace.Event> events) {
        return events.stream().map(ProtocolTrace.Event::toString).collect(Collectors.joining("\n"));
    }

    private static String configuration(List<Ranked> traces, String constants) {
        return """
                SPECIFICATION TraceSpec
                CONSTANTS
                    %s
                    Without = {"none"}
                    Traces <- AllTraces
                VIEW View
                CONSTRAINT IsFollowed
                CHECK_DEADLOCK FALSE
                """.formatted(constants.replace(
                POINTS,
                String.valueOf(traces.stream()
                        .mapToInt(trace -> trace.points.size())
                        .max()
                        .orElse(0))));
    }

    /** The numbers from 1 to the highest that some traces name, as a set. */
    public static String numbers(List<ProtocolTrace> traces, ToIntFunction<ProtocolTrace.Event> fact) {
        int highest = traces.stream()
                .flatMap(trace -> trace.events().stream())
                .mapToInt(fact)
                .max()
                .orElse(0);
        return IntStream.rangeClosed(1, Math.max(1, highest))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** A trace with its points as small numbers in the same order. */
    private record Ranked(ProtocolTrace trace, List<Long> points) {

        static Ranked of(ProtocolTrace trace) {
            TreeSet<Long> points = new TreeSet<>(Set.of(0L));
            trace.events().forEach(event -> points.addAll(event.points().values()));
            points.remove(-1L);
            return new Ranked(trace, List.copyOf(points));
        }

        /** The lines of the file, of which the last one tells what the small numbers stand for. */
        String text() {
            Map<Long, Integer> ranks = new HashMap<>(Map.of(-1L, -1));
            points.forEach(point -> ranks.put(point, ranks.size() - 1));
            StringBuilder lines = new StringBuilder();
            for (ProtocolTrace.Event event : trace.events()) {
                lines.append(event.kind());
                event.facts().forEach((name, value) -> add(lines, name, value));
                event.points().forEach((name, value) -> add(lines, name, ranks.getOrDefault(value, -1)));
                lines.append('\n');
            }
            lines.append(TLCOverrides.TRACE);
            trace.settings().forEach((name, value) -> add(lines, name, value));
            add(
                    lines,
                    "points",
                    points.stream()
                            .map(point -> String.valueOf(Math.min(Integer.MAX_VALUE, point)))
                            .collect(Collectors.joining(",")));
            return lines.append('\n').toString();
        }

        private static void add(StringBuilder lines, String name, Object value) {
            lines.append(' ').append(name).append('=').append(value);
        }
    }
}
