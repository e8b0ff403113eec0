package io.leafid.specification;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Projection of a trace to one worker id: processes become runs, one for each hold, and directories places. For one thread, once. */
public final class LeaseProjection {

    private final int workerId;
    private final boolean isAlone;
    private final boolean mayBeRewound;
    private final List<LeaseEvent> source;
    private final List<ProtocolTrace.Event> events = new ArrayList<>();
    private final Map<String, Integer> runs = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, LeaseEvent> acquiring = new HashMap<>();
    private final Map<String, String> acquired = new HashMap<>();
    private final Map<String, Hold> holds = new HashMap<>();
    private final Map<String, List<Integer>> ofProcesses = new HashMap<>();
    private final Map<String, Long> floors = new HashMap<>();
    private final Map<String, Long> recordedCeilings = new HashMap<>();
    private final Map<Integer, String> marks = new HashMap<>();
    private final Map<String, String> stopped = new HashMap<>();
    private final Map<String, Integer> unheard = new HashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final Set<String> secondTokens = new HashSet<>();
    private int lastPlace;
    private boolean isOver;

    /**
     * Picks what concerns one worker id.
     *
     * @param source what happened to all worker ids
     * @param isAlone whether marks may go beyond the ceiling
     * @param mayBeRewound whether the registry may lose what it has recorded, as in a fail-over
     */
    public LeaseProjection(int workerId, List<LeaseEvent> source, boolean isAlone, boolean mayBeRewound) {
        this.isAlone = isAlone;
        this.mayBeRewound = mayBeRewound;
        this.workerId = workerId;
        this.source = source;
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
            if (event.kind() == LeaseEvent.Kind.HELD && event.workerId() == workerId) {
                floors.put(event.token(), event.time());
            } else if (event.kind() == LeaseEvent.Kind.RECORDED && event.workerId() == workerId) {
                recordedCeilings.putIfAbsent(event.token(), event.ceiling());
            }
        }
        for (LeaseEvent event : source) {
            if (!isOver && (event.workerId() < 0 || event.workerId() == workerId)) {
                enter(event);
            } else if (event.kind() == LeaseEvent.Kind.MARKED) {
                places.remove(event.place()); // the mark of another worker id stands there: as a directory without one
            }
        }
        return new ProtocolTrace(
                name, Map.of("alone", isAlone ? 1 : 0, "rewinds", mayBeRewound ? 1 : 0), List.copyOf(events));
    }

    private void enter(LeaseEvent event) {
        switch (event.kind()) {
            case RECORDED -> recorded(event);
            case SET -> set(event);
            case ACQUIRES -> {
                acquiring.put(event.token(), event);
                acquired.put(event.process(), event.token());
            }
            case HELD -> held(event);
            case FAILED -> failed(event);
            case ASKS, ANSWERED, LOST, UNANSWERED -> extended(event);
            case FOUND -> found(event);
            case MARKED -> marked(event);
            case USED -> used(event);
            case ENDED -> ended(event.process());
            case COPIED -> copied(event);
            case BRINGS, RELEASED, DELETES, DELETED -> {} // what the disk and the registry say is written down here
        }
    }

    private void recorded(LeaseEvent event) {
        LeaseEvent asked = acquiring.get(event.token());
        Integer known = runs.get(event.token());
        if (known == null && asked != null) {
            Integer again = unheard.get(asked.process());
            int old = leave(asked.process());
            int run = (again == null) ? newRun(asked.process(), event.token()) : again;
            runs.put(event.token(), run);
            endOthersIn(asked.place(), asked.process());
            long floor = floors.getOrDefault(event.token(), -1L);
            events.add(event("take", run, place(asked.place()), old, floor, event.ceiling()));
            if (failed.contains(event.token())) { // the request arrived when its answer was not waited for any more
                events.add(event("fail", run, 0, 0, -1, -1));
                unheard.put(asked.process(), run);
            }
        } else if (known != null) {
            events.add(event("record", known, 0, again(event), -1, event.ceiling()));
        } else {
            isOver = true; // a token of no process that is written down
        }
    }

    /** The record of a run that is written down, or none; of another one the trace cannot tell what follows. */
    private void set(LeaseEvent event) {
        Integer run = event.token().isEmpty() ? Integer.valueOf(0) : runs.get(event.token());
        isOver |= run == null;
        if (run != null) {
            events.add(event("set", run, 0, again(event), -1, event.ceiling()));
        }
    }

    /** 1 for the second token of a run: one that has resumed after it had asked reports under another. */
    private int again(LeaseEvent event) {
        return secondTokens.contains(event.token()) ? 1 : 0;
    }

    /** The lost hold that is replaced, or 0. One that is not lost has ended with a stop whose mark could not be written. */
    private int leave(String process) {
        Hold hold = holds.remove(process);
        if (hold == null || hold.isLost) {
            return (hold == null) ? 0 : hold.run;
        }
        events.add(event("end", hold.run, 0, 0, -1, -1));
        return 0;
    }

    /** A directory is free for another process once the one before has ended, also by a stop whose mark could not be written. */
    private void endOthersIn(String place, String process) {
        holds.entrySet().removeIf(entry -> {
            boolean hasEnded =
                    !entry.getKey().equals(process) && entry.getValue().place.equals(place);
            if (hasEnded) {
                events.add(event("end", entry.getValue().run, 0, 0, -1, -1));
            }
            return hasEnded;
        });
    }

    private int newRun(String process, String token) {
        int run = ofProcesses.values().stream().mapToInt(List::size).sum() + 1;
        runs.put(token, run);
        ofProcesses.computeIfAbsent(process, key -> new ArrayList<>()).add(run);
        return run;
    }

    private int place(String name) {
        return places.computeIfAbsent(name, key -> ++lastPlace);
    }

    private void held(LeaseEvent event) {
        Integer run = runs.get(event.token());
        if (run != null) {
            unheard.remove(event.process());
            String place = Objects.requireNonNull(acquiring.get(event.token())).place();
            holds.put(event.process(), new Hold(run, place, event.time()));
            events.add(event("hold", run, 0, 0, event.time(), event.ceiling()));
        }
    }

    private void failed(LeaseEvent event) {
        Integer run = runs.get(event.token());
        if (run != null) {
            events.add(event("fail", run, 0, 0, -1, -1));
            unheard.put(event.process(), run);
        }
        failed.add(event.token());
    }

    private void extended(LeaseEvent event) {
        Hold hold = holds.get(event.process());
        if (hold == null) {
            askedBeforeTheStop(event);
            return;
        }
        switch (event.kind()) {
            case ASKS -> {
                if (runs.putIfAbsent(event.token(), hold.run) == null && hold.hasAskedBefore) {
                    secondTokens.add(event.token());
                }
                events.add(event("ask", hold.run, 0, 0, -1, event.ceiling()));
            }
            case ANSWERED -> events.add(event("hear", hold.run, 0, 0, -1, event.ceiling()));
            case LOST -> {
                hold.isLost = true;
                events.add(event("lost", hold.run, 0, 0, -1, -1));
            }
            default -> events.add(event("silent", hold.run, 0, 0, -1, -1));
        }
    }

    /** A report that was under way when the run stopped, and asks only then, might as well have asked before. */
    private void askedBeforeTheStop(LeaseEvent event) {
        Integer run = runs.get(event.token());
        for (int i = events.size() - 1; i >= 0 && event.kind() == LeaseEvent.Kind.ASKS && run != null; i--) {
            if (events.get(i).kind().equals("stop") && run == events.get(i).fact("run")) {
                events.add(i, event("ask", run, 0, 0, -1, event.ceiling()));
                return;
            }
        }
    }

    /** A kill in the midst of a write may leave the mark that was not confirmed, of which the trace knows nothing. */
    private void found(LeaseEvent event) {
        String last = marks.getOrDefault(place(event.place()), "");
        isOver |= !last.equals(event.token() + " " + event.time());
    }

    private void marked(LeaseEvent event) {
        Hold hold = holds.get(event.process());
        if (isReleasing(event) && event.token().equals(stopped.get(event.process()))) {
            raised(event);
            return;
        }
        if (hold == null) {
            hold = resumed(event);
        }
        if (hold == null) {
            return;
        }
        int of = runs.getOrDefault(event.token(), hold.run);
        if (of != hold.run && hold.marked.isEmpty()) {
            markedBeforeItWasReplaced(of, hold.run, event);
            return;
        }
        boolean isSameRun = hold.marked.isEmpty() || event.token().equals(hold.marked);
        boolean isEnd = event.time() <= hold.mark && isSameRun;
        events.add(event(isEnd ? "stop" : "mark", hold.run, place(event.place()), 0, event.time(), event.ceiling()));
        marks.put(place(event.place()), event.token() + " " + event.time());
        hold.mark = event.time();
        hold.marked = event.token();
        if (isEnd) {
            holds.remove(event.process());
            stopped.put(event.process(), isReleasing(event) ? event.token() : "");
        }
    }

    /** Returns whether a mark reserves nothing, as that of a run that has stopped and releases. One that resumes from it marks beyond its ceiling. */
    private static boolean isReleasing(LeaseEvent mark) {
        return mark.time() == mark.ceiling();
    }

    /** A stop whose release has failed marks once more, since the registry may not know of it. */
    private void raised(LeaseEvent event) {
        int run = runs.getOrDefault(event.token(), 0);
        events.add(event("raise", run, place(event.place()), 0, event.time(), event.ceiling()));
        marks.put(place(event.place()), event.token() + " " + event.time());
    }

    /** A mark of a lost hold that was under way when that was replaced might as well have been written before. */
    private void markedBeforeItWasReplaced(int lost, int replacing, LeaseEvent event) {
        int take = 0;
        while (!events.get(take).kind().equals("take") || events.get(take).fact("run") != replacing) {
            take++;
        }
        events.add(take, event("mark", lost, place(event.place()), 0, event.time(), event.ceiling()));
        marks.put(place(event.place()), event.token() + " " + event.time());
    }

    /** A start has gone on from its mark. If it had asked before, the request may have arrived, or arrive later. */
    private @Nullable Hold resumed(LeaseEvent event) {
        String token = acquired.get(event.process());
        if (token == null || !runs.containsKey(event.token())) {
            return null;
        }
        boolean hasAsked = failed.remove(token);
        Integer asked = hasAsked ? runs.get(token) : null;
        int run = (asked == null) ? newRun(event.process(), hasAsked ? token : token + " resumed") : asked;
        long ceiling = hasAsked ? recordedCeilings.getOrDefault(token, -1L) : -1;
        ProtocolTrace.Event resume = event("resume", run, place(event.place()), 0, -1, ceiling);
        int at = events.indexOf(event("fail", run, 0, 0, -1, -1));
        if (at < 0) {
            events.add(resume);
        } else {
            events.set(at, resume);
        }
        unheard.remove(event.process());
        Hold hold = new Hold(run, event.place(), -1);
        hold.hasAskedBefore = asked != null || ceiling >= 0;
        hold.marked = event.token();
        holds.put(event.process(), hold);
        return hold;
    }

    private void used(LeaseEvent event) {
        Hold hold = holds.get(event.process());
        List<Integer> of = ofProcesses.getOrDefault(event.process(), List.of());
        if (hold != null || !of.isEmpty()) {
            int run = (hold == null) ? of.get(of.size() - 1) : hold.run;
            addUse(event("use", run, 0, 0, event.time(), -1));
        }
    }

    private static ProtocolTrace.Event event(String kind, int run, int place, int old, long time, long ceiling) {
        return new ProtocolTrace.Event(
                kind, Map.of("run", run, "place", place, "old", old), Map.of("time", time, "ceiling", ceiling));
    }

    /** Of times that are used one after the other the first and the highest say it all. */
    private void addUse(ProtocolTrace.Event use) {
        int last = events.size() - 1;
        boolean isThird = last > 0 && isAsUse(events.get(last), use) && isAsUse(events.get(last - 1), use);
        if (isThird && events.get(last).point("time") <= use.point("time")) {
            events.set(last, use);
        } else {
            events.add(use);
        }
    }

    private static boolean isAsUse(ProtocolTrace.Event event, ProtocolTrace.Event use) {
        return event.kind().equals(use.kind()) && event.fact("run") == use.fact("run");
    }

    private void ended(String process) {
        for (int run : ofProcesses.getOrDefault(process, List.of())) {
            events.add(event("end", run, 0, 0, -1, -1));
        }
        unheard.remove(process);
        holds.remove(process);
    }

    /** Each directory of a machine is copied with it. */
    private void copied(LeaseEvent event) {
        for (String from : List.copyOf(places.keySet())) {
            if (from.startsWith(event.place() + " ")) {
                String to = event.process() + from.substring(event.place().length());
                events.add(event("copy", 0, place(to), place(from), -1, -1));
                marks.put(place(to), marks.getOrDefault(place(from), ""));
            }
        }
    }

    /** What a process holds. */
    private static final class Hold {

        private final int run;
        private final String place;
        private long mark;
        private String marked = "";
        private boolean isLost;
        private boolean hasAskedBefore;

        Hold(int run, String place, long floor) {
            this.run = run;
            this.place = place;
            this.mark = floor;
        }
    }
}
