package io.leafid.specification;

import io.leafid.specification.EventFile.Timed;
import io.leafid.specification.LeaseEvent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one worker id, from what its processes have written down: their calls to the registry, the marks that their starts have
 * found, and the times of their ids. When the registry has recorded something, and when a mark was written, is not: TLC finds the one, and
 * of a mark it is told that it came before the time that needs it, and never above what the next start has found. For one thread, once.
 */
final class LeaseHistory {

    private final int workerId;
    private final List<Timed<LeaseEvent>> events = new ArrayList<>();
    private final Map<String, Integer> runs = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, Hold> holds = new HashMap<>();
    private final Map<String, Asked> failed = new HashMap<>();
    private final Map<String, LeaseEvent> brought = new HashMap<>();
    private final Map<String, LeaseEvent> held = new HashMap<>();
    private final Map<String, Integer> lastRuns = new HashMap<>();
    private final List<ProtocolTrace.Event> told = new ArrayList<>();
    private int lastRun;

    LeaseHistory(int workerId) {
        this.workerId = workerId;
    }

    /** Adds what a process has written down. Of times that are used between two other events the first and the highest say it all. */
    void add(String process, List<Timed<LeaseEvent>> written) {
        List<Timed<LeaseEvent>> uses = new ArrayList<>();
        for (Timed<LeaseEvent> each : written) {
            if (each.event().kind() != Kind.USED) {
                addEnds(uses);
                events.add(each);
            } else if (each.event().workerId() == workerId) {
                uses.add(each);
            }
        }
        addEnds(uses);
        long end = written.isEmpty() ? 0 : written.get(written.size() - 1).nanos();
        events.add(new Timed<>(end + 1, LeaseEvent.ended(process)));
    }

    private void addEnds(List<Timed<LeaseEvent>> uses) {
        if (!uses.isEmpty()) {
            long told = uses.get(uses.size() - 1).nanos();
            uses.sort(Comparator.comparingLong(use -> use.event().time()));
            events.add(new Timed<>(told, uses.get(0).event()));
            events.add(new Timed<>(told, uses.get(uses.size() - 1).event()));
            uses.clear();
        }
    }

    /** What a process holds. */
    private static final class Hold {

        private final int run;
        private final Set<String> tokens = new HashSet<>();
        private long ceiling;
        private long mark;
        private long lastMark = Long.MAX_VALUE;
        private boolean isLost;

        Hold(int run, long floor, long ceiling) {
            this.run = run;
            this.mark = floor;
            this.ceiling = ceiling;
        }
    }

    /** The trace; empty if no process has held the worker id. */
    ProtocolTrace trace(String name) {
        events.sort(Comparator.comparingLong(Timed::nanos));
        for (Timed<LeaseEvent> each : events) {
            LeaseEvent event = each.event();
            if (event.workerId() == workerId && event.kind() == Kind.HELD) {
                held.put(event.token(), event);
            }
        }
        for (int i = 0; i < events.size(); i++) {
            enter(i, events.get(i).event());
        }
        return new ProtocolTrace(name, Map.of("alone", 0, "rewinds", 0), numbered());
    }

    /** The specification numbers runs in the order in which they begin: a start reads the record again until it is granted the worker id. */
    private List<ProtocolTrace.Event> numbered() {
        Map<Integer, Integer> numbers = new HashMap<>(Map.of(0, 0));
        for (ProtocolTrace.Event event : told) {
            if (event.kind().equals("hold") || event.kind().equals("resume")) {
                numbers.put(event.fact("run"), numbers.size());
            }
        }
        return told.stream()
                .map(event -> {
                    int old = event.fact("old"); // of a mark that is found it is the place
                    return new ProtocolTrace.Event(
                            event.kind(),
                            Map.of(
                                    "run", numbers.getOrDefault(event.fact("run"), 0),
                                    "place", event.fact("place"),
                                    "old", event.kind().equals("found") ? old : numbers.getOrDefault(old, 0)),
                            event.points());
                })
                .toList();
    }

    private void enter(int at, LeaseEvent event) {
        Hold hold = holds.get(event.process());
        switch (event.kind()) {
            case BRINGS -> brought.put(event.process(), event);
            case ACQUIRES -> acquires(event, hold);
            case USED, ASKS -> {
                if (event.workerId() == workerId) {
                    goesOn(event, (hold == null) ? resumed(at, event.process()) : hold);
                }
            }
            case HELD, ANSWERED, LOST, UNANSWERED, RELEASED -> {
                if (event.workerId() == workerId) {
                    hears(at, event, hold);
                }
            }
            case DELETES, DELETED -> {
                if (event.workerId() < 0 || event.workerId() == workerId) {
                    add(event.kind() == Kind.DELETES ? "want" : "deleted", 0, 0, 0, -1, -1);
                }
            }
            case ENDED -> ended(event.process());
            default -> {}
        }
    }

    /** A process asks for a worker id, with the mark that it has found, if any: it will be told whether it gets this one. */
    private void acquires(LeaseEvent event, @Nullable Hold hold) {
        LeaseEvent mark = brought.remove(event.process());
        LeaseEvent granted = held.get(event.token());
        failed.put(event.process(), new Asked(event.place(), mark));
        if (granted == null) {
            return;
        }
        int old = (hold != null && hold.isLost) ? hold.run : 0;
        if (old == 0) {
            ended(event.process());
            find(place(event.place()), mark);
        }
        runs.put(event.token(), ++lastRun);
        add("want", lastRun, place(event.place()), old, granted.time(), granted.ceiling());
    }

    /** What the disk says of the worker id: of another one it says nothing. */
    private void find(int place, @Nullable LeaseEvent mark) {
        Integer run = (mark == null || mark.workerId() != workerId) ? null : runs.get(mark.token());
        if (mark == null || run == null) {
            add("found", 0, place, 0, 0, 0);
        } else {
            add("found", run, place, mark.place().isEmpty() ? 0 : place, mark.time(), mark.ceiling());
        }
    }

    private int place(String name) {
        return places.computeIfAbsent(name, key -> places.size() + 1);
    }

    private void hears(int at, LeaseEvent event, @Nullable Hold hold) {
        if (event.kind() == Kind.HELD) {
            int run = runs.getOrDefault(event.token(), 0);
            add("hold", run, 0, 0, event.time(), event.ceiling());
            Hold begun = new Hold(run, event.time(), event.ceiling());
            knows(begun, event.token(), at);
            begin(event.process(), begun);
        } else if (hold != null) {
            switch (event.kind()) {
                case ANSWERED -> {
                    add("hear", hold.run, 0, 0, -1, event.ceiling());
                    hold.ceiling = event.ceiling();
                    knows(hold, event.token(), at);
                }
                case LOST -> {
                    if (!hasStopped(at, event.process())) {
                        mark(hold, lastUse(at, event.process()) + 1);
                        add("lost", hold.run, 0, 0, -1, -1);
                        hold.isLost = true;
                    }
                }
                case RELEASED -> {
                    mark(hold, event.time());
                    add("stop", hold.run, 0, 0, event.time(), -1);
                    holds.remove(event.process());
                }
                default -> add("silent", hold.run, 0, 0, -1, -1);
            }
        }
    }

    /**
     * From now on the marks of a run have this token, too. The last of them is what the next start in its directory finds, if there is one; a
     * standby brings what it had found itself.
     */
    private void knows(Hold hold, String token, int at) {
        if (hold.tokens.add(token)) {
            hold.lastMark = events.subList(at, events.size()).stream()
                    .map(Timed::event)
                    .filter(event -> event.workerId() == workerId && event.kind() == Kind.BRINGS)
                    .filter(event -> !event.place().isEmpty()) // a copy of the directory has an earlier one
                    .filter(event -> hold.tokens.contains(event.token()) && event.time() > hold.mark)
                    .mapToLong(LeaseEvent::time)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        }
    }

    private void begin(String process, Hold hold) {
        holds.put(process, hold);
        lastRuns.put(process, hold.run);
    }

    /** A process that uses the worker id though the registry has not answered has resumed from its mark. */
    private @Nullable Hold resumed(int at, String process) {
        Asked asked = failed.get(process);
        LeaseEvent mark = (asked == null) ? null : asked.mark;
        if (asked == null || mark == null || mark.workerId() != workerId || lastRuns.containsKey(process)) {
            return null;
        }
        find(place(asked.place), mark);
        add("resume", ++lastRun, place(asked.place), 0, -1, -1);
        Hold hold = new Hold(lastRun, mark.time(), mark.ceiling());
        knows(hold, mark.token(), at);
        begin(process, hold);
        return hold;
    }

    private void goesOn(LeaseEvent event, @Nullable Hold hold) {
        if (event.kind() == Kind.ASKS && hold != null) {
            runs.putIfAbsent(event.token(), hold.run);
            add("ask", hold.run, 0, 0, -1, event.ceiling());
        } else if (event.kind() == Kind.USED) {
            if (hold != null) {
                mark(hold, event.time() + 1);
            }
            add("use", lastRuns.getOrDefault(event.process(), 0), 0, 0, event.time(), -1);
        }
    }

    /** The mark of a run covers a time: up to its ceiling, and no further than what is found later. */
    private void mark(Hold hold, long end) {
        long most = Math.min(hold.ceiling, hold.lastMark);
        if (end > hold.mark && most > hold.mark && !hold.isLost) {
            hold.mark = most;
            add("mark", hold.run, 0, 0, most, hold.ceiling);
        }
    }

    /** Whether an answer is of a report that was under way when its process stopped, which did not receive it: what is lost is not released. */
    private boolean hasStopped(int at, String process) {
        return events.subList(at, events.size()).stream()
                .map(Timed::event)
                .filter(event -> event.process().equals(process))
                .filter(event -> event.kind() == Kind.RELEASED || event.kind() == Kind.ACQUIRES)
                .findFirst()
                .filter(next -> next.kind() == Kind.RELEASED)
                .isPresent();
    }

    /**
     * The last time of the worker id that a process uses under a lost lease; 0 if it uses none. Another worker id is used only once the lost one
     * has run out, and a new lease of the same one begins at its floor.
     */
    private long lastUse(int at, String process) {
        long last = 0;
        long floor = Long.MAX_VALUE;
        for (Timed<LeaseEvent> each : events.subList(at, events.size())) {
            LeaseEvent event = each.event();
            if (event.workerId() != workerId || !event.process().equals(process)) {
                continue;
            }
            if (event.kind() == Kind.HELD) {
                floor = Math.min(floor, event.time());
            } else if (event.kind() == Kind.USED && event.time() < floor) {
                last = Math.max(last, event.time());
            }
        }
        return last;
    }

    private void ended(String process) {
        Hold hold = holds.remove(process);
        if (hold != null) {
            add("end", hold.run, 0, 0, -1, -1);
        }
    }

    private void add(String kind, int run, int place, int old, long time, long ceiling) {
        told.add(new ProtocolTrace.Event(
                kind, Map.of("run", run, "place", place, "old", old), Map.of("time", time, "ceiling", ceiling)));
    }

    /** A call for a worker id, from a directory with a mark. */
    private record Asked(String place, @Nullable LeaseEvent mark) {}
}
