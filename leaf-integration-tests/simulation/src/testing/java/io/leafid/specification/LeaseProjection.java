package io.leafid.specification;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Projection of what happened to one worker id: processes become runs, one for each hold, and directories places. What the events leave open
 * TLC finds: when a start has read the record, and what becomes of one that is not answered; also, of real processes, when the registry has
 * recorded something, and when a mark was written. For one thread, once.
 */
public final class LeaseProjection {

    private final int workerId;
    private final List<LeaseEvent> source;
    private final Map<String, Integer> settings;
    private final List<ProtocolTrace.Event> events = new ArrayList<>();
    private final Map<String, LeaseEvent> granted = new HashMap<>();
    private final Map<String, Integer> runs = new HashMap<>();
    private final List<String> processes = new ArrayList<>();
    private final Map<String, Integer> present = new HashMap<>();
    private final Map<String, Integer> unheard = new HashMap<>();
    private final Map<String, LeaseEvent> brought = new HashMap<>();
    private final Map<String, Start> starts = new HashMap<>();
    private final Set<Integer> asked = new HashSet<>();
    private final Set<String> secondTokens = new HashSet<>();
    private final Map<String, Integer> places = new HashMap<>();
    private int lastPlace;
    private boolean isOver;

    private LeaseProjection(int workerId, List<LeaseEvent> source, Map<String, Integer> settings) {
        this.workerId = workerId;
        this.source = source;
        this.settings = settings;
    }

    /**
     * Of what a simulated cluster did to all worker ids, which tells of each record and each mark.
     *
     * @param isAlone whether marks may go beyond the ceiling
     * @param mayBeRewound whether the registry may lose what it has recorded, as in a fail-over
     */
    public static LeaseProjection ofCluster(
            int workerId, List<LeaseEvent> source, boolean isAlone, boolean mayBeRewound) {
        return new LeaseProjection(
                workerId, source, Map.of("told", 1, "alone", isAlone ? 1 : 0, "rewinds", mayBeRewound ? 1 : 0));
    }

    /** Of what real processes did to all worker ids: their calls to the registry, the marks that their starts have found, and the times of their ids. */
    public static LeaseProjection ofProcesses(int workerId, List<LeaseEvent> source) {
        return new LeaseProjection(workerId, source, Map.of("told", 0, "alone", 0, "rewinds", 0));
    }

    /** The values of the constants of the specification for some traces, as in a configuration. */
    public static String constants(List<ProtocolTrace> traces) {
        String places = TraceCheck.numbers(traces, event -> event.fact("place"));
        return """
                MaxTime = %s
                    Runs = %s
                    Places = %s
                    Sources = %s
                    MaxLate = 1000
                    Alones = {TRUE, FALSE}
                    Faults = {"again"}""".formatted(TraceCheck.POINTS, TraceCheck.numbers(traces, event -> event.fact("run")), places, places);
    }

    /** The trace; empty if no process has held the worker id. */
    public ProtocolTrace trace(String name) {
        for (LeaseEvent event : source) {
            if (event.workerId() == workerId) {
                switch (event.kind()) {
                    case HELD -> granted.merge(event.token(), event, (recorded, held) -> held.upTo(recorded.ceiling()));
                    case RECORDED -> granted.putIfAbsent(event.token(), event);
                    default -> {}
                }
            }
        }
        for (int i = 0; i < source.size(); i++) {
            LeaseEvent event = source.get(i);
            if (!isOver && (event.workerId() < 0 || event.workerId() == workerId)) {
                enter(i, event);
            } else if (event.kind() == LeaseEvent.Kind.MARKED) {
                places.remove(event.place()); // the mark of another worker id stands there: as a directory without one
            }
        }
        return new ProtocolTrace(name, settings, List.copyOf(events));
    }

    private boolean isTold() {
        return Integer.valueOf(1).equals(settings.get("told"));
    }

    private void enter(int at, LeaseEvent event) {
        switch (event.kind()) {
            case BRINGS -> brought.put(event.process(), event);
            case ACQUIRES -> acquires(event);
            case RECORDED, SET -> recorded(event);
            case FOUND -> {
                found(event.place(), event);
                starts.put(event.process(), new Start(event.place(), event));
                present.remove(event.process());
            }
            case FAILED -> failed(event);
            case HELD -> {
                present.put(event.process(), runs.get(event.token()));
                unheard.remove(event.process());
                ofRun("hold", event);
            }
            case ASKS -> asks(event);
            case ANSWERED -> ofRun("hear", event);
            case LOST -> ofRun("lost", event.at(isTold() ? -1 : lastUse(at, event.process())));
            case UNANSWERED -> ofRun("silent", event);
            case RELEASED -> {
                if (!isTold()) {
                    ofRun("stop", event);
                }
            }
            case MARKED -> marked(event);
            case USED -> used(event);
            case DELETES -> add("want", 0, 0, 0, -1, -1);
            case DELETED -> add("deleted", 0, 0, 0, -1, -1);
            case ENDED -> ended(event.process());
            case COPIED -> copied(event);
        }
    }

    /** A process asks for a worker id. Only of one that it gets, or that is recorded for it, that can be followed. */
    private void acquires(LeaseEvent event) {
        Start start = new Start(event.place(), brought.remove(event.process()));
        starts.put(event.process(), start);
        LeaseEvent lease = granted.get(event.token());
        if (lease != null) {
            int run = unheard.computeIfAbsent(event.process(), this::newRun);
            runs.put(event.token(), run);
            asked.add(run);
            finds(start);
            long floor = (lease.kind() == LeaseEvent.Kind.HELD) ? lease.time() : -1;
            add("want", run, place(event.place()), 0, floor, lease.ceiling());
        }
    }

    /** What the disk says of the worker id at a start of a real process: of another one it says nothing. */
    private void finds(Start start) {
        if (!isTold()) {
            found(start.place, start.mark);
        }
    }

    private void found(String at, @Nullable LeaseEvent mark) {
        Integer run = (mark == null || mark.workerId() != workerId) ? null : runs.get(mark.token());
        int place = place(at);
        if (mark == null || run == null) {
            add("found", 0, place, 0, 0, 0);
        } else {
            add("found", run, place, mark.place().isEmpty() ? 0 : place, mark.time(), mark.ceiling());
        }
    }

    private int newRun(String process) {
        processes.add(process);
        return processes.size();
    }

    private int place(String name) {
        return places.computeIfAbsent(name, key -> ++lastPlace);
    }

    /** The record of a run that is written down, or none; of another one the trace cannot tell what follows. */
    private void recorded(LeaseEvent event) {
        Integer run = event.token().isEmpty() ? Integer.valueOf(0) : runs.get(event.token());
        isOver = run == null;
        if (run != null) {
            boolean isSet = event.kind() == LeaseEvent.Kind.SET;
            int again = secondTokens.contains(event.token()) ? 1 : 0;
            add(isSet ? "set" : "record", run, 0, again, -1, event.ceiling());
        }
    }

    /** A start that is not answered ends, asks again, or goes on from its mark: what the process does then tells which. */
    private void failed(LeaseEvent event) {
        Start start = starts.get(event.process());
        Integer run = runs.get(event.token());
        if (start != null && run != null) {
            add("fail", run, place(start.place), 0, -1, -1);
            unheard.put(event.process(), run);
            if (start.mark != null || !present.containsKey(event.process())) { // else a lost worker id goes on
                present.put(event.process(), run);
            }
        }
    }

    /** What a process goes on with, if anything: without a worker id from the registry it has resumed from its mark. */
    private @Nullable Integer goesOn(String process) {
        Start start = starts.get(process);
        if (!present.containsKey(process) && start != null && start.mark != null) {
            int run = newRun(process);
            finds(start);
            add("fail", run, place(start.place), 0, -1, -1);
            present.put(process, run);
        }
        return present.get(process);
    }

    /** One that has resumed after it had asked reports under a second token. */
    private void asks(LeaseEvent event) {
        Integer run = goesOn(event.process());
        if (run != null && runs.putIfAbsent(event.token(), run) == null && asked.contains(run)) {
            secondTokens.add(event.token());
        }
        ofRun("ask", event);
    }

    private void ofRun(String kind, LeaseEvent event) {
        Integer run = present.get(event.process());
        if (run != null) {
            add(kind, run, 0, 0, event.time(), event.ceiling());
        }
    }

    /** A mark of the run that a process has, or of a lost one which that has replaced. */
    private void marked(LeaseEvent event) {
        Integer run = goesOn(event.process());
        if (run != null) {
            int of = runs.getOrDefault(event.token(), run);
            add("mark", run, place(event.place()), of, event.time(), event.ceiling());
        }
    }

    /** Of times that are used one after the other the first and the highest say it all. */
    private void used(LeaseEvent event) {
        Integer run = goesOn(event.process());
        int last = events.size() - 1;
        boolean isThird = last > 0 && run != null && isUse(last, run) && isUse(last - 1, run);
        if (isThird && events.get(last).point("time") <= event.time()) {
            events.remove(last);
        }
        ofRun("use", event);
    }

    private boolean isUse(int index, int run) {
        ProtocolTrace.Event event = events.get(index);
        return event.kind().equals("use") && event.fact("run") == run;
    }

    /**
     * The last time of the worker id that a process uses under a lost lease; -1 if it uses none. Another worker id is used only once the lost
     * one has run out, and a new lease of the same one begins at its floor.
     */
    private long lastUse(int at, String process) {
        List<LeaseEvent> later = source.subList(at, source.size()).stream()
                .filter(event -> event.workerId() == workerId && event.process().equals(process))
                .toList();
        long floor = later.stream()
                .filter(event -> event.kind() == LeaseEvent.Kind.HELD)
                .mapToLong(LeaseEvent::time)
                .min()
                .orElse(Long.MAX_VALUE);
        return later.stream()
                .filter(event -> event.kind() == LeaseEvent.Kind.USED && event.time() < floor)
                .mapToLong(LeaseEvent::time)
                .max()
                .orElse(-1);
    }

    private void ended(String process) {
        for (int run = 1; run <= processes.size(); run++) {
            if (processes.get(run - 1).equals(process)) {
                add("end", run, 0, 0, -1, -1);
            }
        }
        unheard.remove(process);
        present.remove(process);
        starts.remove(process);
    }

    /** Each directory of a machine is copied with it. */
    private void copied(LeaseEvent event) {
        for (String from : List.copyOf(places.keySet())) {
            if (from.startsWith(event.place() + " ")) {
                String to = event.process() + from.substring(event.place().length());
                add("copy", 0, place(to), place(from), -1, -1);
            }
        }
    }

    private void add(String kind, int run, int place, int old, long time, long ceiling) {
        events.add(new ProtocolTrace.Event(
                kind, Map.of("run", run, "place", place, "old", old), Map.of("time", time, "ceiling", ceiling)));
    }

    /** A call for a worker id, from a directory with a mark of it, if any. */
    private record Start(String place, @Nullable LeaseEvent mark) {}
}
