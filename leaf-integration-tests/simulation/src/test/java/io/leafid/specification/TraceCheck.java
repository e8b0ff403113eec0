package io.leafid.specification;

import io.leafid.cluster.WorkerIdTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Check whether traces are behaviours of the specification, all of them in one run of TLC. Immutable. */
record TraceCheck(Path directory) {

    private static final Pattern FOLLOWED = Pattern.compile("<<\"followed\", (\\d+), (\\d+)>>");

    /** So many events before the one that cannot follow are told. */
    private static final int TOLD = 12;

    /** The traces that are none, each with the event that cannot follow. */
    Map<String, String> refused(List<WorkerIdTrace> traces) {
        List<WorkerIdTrace> ranked = traces.stream().map(TraceCheck::ranked).toList();
        Tlc.Result result = Tlc.in(directory)
                .with("MCTraces.tla", module(ranked))
                .with("MCTraces.cfg", configuration(ranked))
                .check("MCTraces", "MCTraces");
        Map<Integer, Integer> followed = new HashMap<>();
        FOLLOWED.matcher(result.output())
                .results()
                .forEach(line -> followed.put(Integer.valueOf(line.group(1)), Integer.valueOf(line.group(2))));
        if (result.exitCode() != 0 || followed.size() < traces.size()) {
            throw new IllegalStateException(result.output());
        }
        Map<String, String> refused = new TreeMap<>();
        for (int i = 0; i < traces.size(); i++) {
            List<WorkerIdTrace.Event> events = traces.get(i).events();
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

    private static String lines(List<WorkerIdTrace.Event> events) {
        return events.stream().map(WorkerIdTrace.Event::toString).collect(Collectors.joining("\n"));
    }

    /** The same with times as small numbers in the same order. */
    private static WorkerIdTrace ranked(WorkerIdTrace trace) {
        TreeSet<Long> times = new TreeSet<>();
        trace.events().forEach(event -> {
            times.add(event.time());
            times.add(event.ceiling());
        });
        times.remove(-1L);
        Map<Long, Long> ranks = new HashMap<>(Map.of(-1L, -1L));
        times.forEach(time -> ranks.put(time, (long) ranks.size()));
        List<WorkerIdTrace.Event> events = new ArrayList<>();
        for (WorkerIdTrace.Event event : trace.events()) {
            events.add(new WorkerIdTrace.Event(
                    event.kind(),
                    event.run(),
                    event.place(),
                    event.old(),
                    ranks.getOrDefault(event.time(), -1L),
                    ranks.getOrDefault(event.ceiling(), -1L)));
        }
        return new WorkerIdTrace(trace.name(), events);
    }

    private static String module(List<WorkerIdTrace> traces) {
        return """
                ---- MODULE MCTraces ----
                EXTENDS TraceWorkerIdLease
                AllTraces == <<
                %s>>
                ====
                """.formatted(traces.stream().map(TraceCheck::text).collect(Collectors.joining(",\n")));
    }

    private static String text(WorkerIdTrace trace) {
        return trace.events().stream()
                .map(event -> "[kind |-> \"%s\", run |-> %d, place |-> %d, old |-> %d, time |-> %d, ceiling |-> %d]"
                        .formatted(
                                event.kind(), event.run(), event.place(), event.old(), event.time(), event.ceiling()))
                .collect(Collectors.joining(",\n  ", " <<", ">>"));
    }

    private static String configuration(List<WorkerIdTrace> traces) {
        long times = 1;
        int runs = 1;
        int places = 1;
        for (WorkerIdTrace trace : traces) {
            for (WorkerIdTrace.Event event : trace.events()) {
                times = Math.max(times, Math.max(event.time(), event.ceiling()) + 1);
                runs = Math.max(runs, event.run());
                places = Math.max(places, event.place());
            }
        }
        return """
                SPECIFICATION TraceSpec
                CONSTANTS
                    MaxTime = %d
                    Runs = {%s}
                    Places = {%s}
                    Sources = {%s}
                    MaxLate = 1000
                    Alone = FALSE
                    Faults = {}
                    Without = {"none"}
                    Traces <- AllTraces
                CONSTRAINT IsFollowed
                CHECK_DEADLOCK FALSE
                """.formatted(times, numbers(runs), numbers(places), numbers(places));
    }

    private static String numbers(int last) {
        return java.util.stream.IntStream.rangeClosed(1, last)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
    }
}
