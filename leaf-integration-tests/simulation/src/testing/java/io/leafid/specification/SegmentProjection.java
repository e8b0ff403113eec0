package io.leafid.specification;

import io.leafid.specification.SegmentEvent.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Projection of what happened to the segments of one tag: processes become nodes, and ids numbers of databases. What an event leads to
 * later is told with it, so that TLC need not guess. For one thread, once.
 */
public final class SegmentProjection {

    private static final long NONE = -1;

    /** What becomes of a reply. */
    private static final int DISCARDED = 0;

    private static final int SERVED = 1;
    private static final int UNKNOWN = 2;

    private final List<SegmentEvent> source = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final Map<String, List<Integer>> own = new HashMap<>();
    private final int slots;
    private final boolean isGlobal;
    private final long margin;
    private final Map<String, Call> calls = new HashMap<>();
    private final Map<Integer, Call> replies = new HashMap<>();
    private final Map<Integer, Call> grants = new HashMap<>();
    private final Set<Long> noted = new HashSet<>();
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Map<String, Map<Integer, Long>> found = new HashMap<>();
    private final Map<Integer, Integer> lastUses = new HashMap<>();
    private final List<Integer> reached = new ArrayList<>();
    private final List<ProtocolTrace.Event> events = new ArrayList<>();

    /**
     * Picks what concerns one tag.
     *
     * @param all what happened to all tags
     * @param slots how many databases there may ever be that grant ids by turns
     * @param isGlobal whether the ids of the tag grow on all nodes
     * @param margin what is left out after a change of server
     */
    public SegmentProjection(String tag, List<SegmentEvent> all, int slots, boolean isGlobal, long margin) {
        this.slots = slots;
        this.isGlobal = isGlobal;
        this.margin = margin;
        Set<String> met = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            SegmentEvent event = all.get(i);
            boolean isOfStore = event.kind() == Kind.REPLIED || event.kind() == Kind.REFUSED;
            int database = (event.kind() == Kind.REFUSED) ? event.database() : databaseOf(event.first());
            boolean isMet = isOfStore && met.add(event.process() + " " + database);
            if (event.tag().isEmpty() || event.tag().equals(tag)) {
                source.add(event);
                places.add(i);
            } else if (isMet) {
                source.add(new SegmentEvent(Kind.MET, event.process(), tag, database, NONE, NONE, NONE));
                places.add(i);
            }
        }
    }

    /** The values of the constants of the specification for some traces, as in a configuration. */
    public static String constants(List<ProtocolTrace> traces) {
        String databases = TraceCheck.numbers(traces, event -> event.fact("database"));
        return """
                MaxNumber = %s
                    Nodes = %s
                    Databases = %s
                    Slots = %d
                    Amounts = {}
                    Sold = {}
                    Orders = {"node", "global"}
                    Margins = {%s}
                    HandedWith <- HighestWith
                    MaxChanges = 0
                    MaxFaults = 1000000
                    Faults = {"rewind", "failOver", "limit", "retire", "repeat", "return"}""".formatted(
                        TraceCheck.POINTS,
                        TraceCheck.numbers(traces, event -> event.fact("node")),
                        databases,
                        databases.split(",", -1).length,
                        traces.stream()
                                .map(trace -> String.valueOf(trace.settings().get("margin")))
                                .distinct()
                                .collect(Collectors.joining(", ")));
    }

    /** The trace; empty if nothing was granted. */
    public ProtocolTrace trace(String name) {
        if (source.stream().anyMatch(event -> event.kind() == Kind.GRANTED)) {
            lookAhead();
            for (int i = 0; i < source.size(); i++) {
                reached.add(events.size());
                enter(i, source.get(i));
            }
        }
        return new ProtocolTrace(name, Map.of("global", isGlobal ? 1 : 0, "margin", (int) margin), List.copyOf(events));
    }

    /** A call of a process to its store. */
    private static final class Call {

        private final int asked;
        private final String process;
        private int replied = Integer.MAX_VALUE;
        private int givenUp = Integer.MAX_VALUE;
        private int granted = -1;
        private int database;
        private long first;
        private long end;
        private long soldEnd;
        private int fate = UNKNOWN;
        private boolean isInStop; // granted while its process stopped, so that it may come too late

        Call(int asked, String process) {
            this.asked = asked;
            this.process = process;
        }

        boolean isHeard() {
            return granted >= 0 && replied < givenUp && (!isInStop || fate == SERVED);
        }
    }

    private void lookAhead() {
        Map<String, Call> latest = new HashMap<>();
        for (int i = 0; i < source.size(); i++) {
            SegmentEvent event = source.get(i);
            own.computeIfAbsent(event.process(), key -> new ArrayList<>()).add(i);
            String call = event.process() + " " + event.more();
            switch (event.kind()) {
                case ASKS -> {
                    giveUp(latest.put(event.process(), new Call(i, event.process())), i);
                    calls.put(call, latest.get(event.process()));
                }
                case STOPPED, ENDED -> giveUp(latest.remove(event.process()), i);
                case REPLIED -> replied(calls.get(call), i, event);
                default -> {}
            }
        }
        grants.values().forEach(this::findSold);
        grants.forEach((at, call) -> call.isInStop = isInStop(at, call.process));
    }

    private boolean isInStop(int at, String process) {
        for (int i = at - 1; i >= 0; i--) {
            SegmentEvent event = source.get(i);
            if (event.process().equals(process) && (event.kind() == Kind.STOPS || event.kind() == Kind.STARTS)) {
                return event.kind() == Kind.STOPS;
            }
        }
        return false;
    }

    private static void giveUp(@Nullable Call call, int at) {
        if (call != null) {
            call.givenUp = Math.min(call.givenUp, at);
        }
    }

    private void replied(@Nullable Call call, int at, SegmentEvent reply) {
        if (call == null) {
            throw new IllegalStateException("a reply without a call: " + reply);
        }
        call.replied = at;
        call.database = databaseOf(reply.first());
        call.first = numberOf(reply.first());
        call.end = numberOf(reply.end());
        replies.put(at, call);
        for (int i = at - 1; i > call.asked && call.granted < 0; i--) {
            SegmentEvent grant = source.get(i);
            if (grant.kind() == Kind.GRANTED
                    && grant.process().equals(call.process)
                    && grant.database() == call.database
                    && grant.first() == call.first
                    && grant.end() == call.end
                    && !grants.containsKey(i)) {
                call.granted = i;
                grants.put(i, call);
            }
        }
    }

    /** What clients get of a range comes first: up to what they have got, or to what else becomes of it. */
    private void findSold(Call call) {
        long sold = call.first;
        long rest = call.end;
        boolean isKnown = false;
        for (int i : own.getOrDefault(call.process, List.of())) {
            SegmentEvent event = source.get(i);
            if (event.kind() == Kind.ENDED && i > call.replied) {
                break;
            }
            long id = (i < call.replied) ? NONE : firstOf(call, event);
            if (id < 0 || !isLast(call, i, id)) {
                continue;
            }
            if (event.kind() == Kind.SOLD) {
                sold = Math.max(sold, numberOf(event.end()));
            } else if (event.kind() == Kind.USED || (event.kind() == Kind.RETURNS && !isOfClient(i))) {
                rest = Math.min(rest, numberOf(id));
                isKnown = true;
            }
        }
        call.fate = (isKnown || sold > call.first) ? SERVED : fate(call);
        call.soldEnd = isGlobal ? call.first : isKnown ? Math.max(sold, rest) : sold;
        if (!isKnown && sold == call.first) { // it may have been granted to clients that wait no more, which is noted
            noted.add(call.first);
        }
    }

    /** The first id of a range among those of an event of its process; -1 if there is none. */
    private long firstOf(Call call, SegmentEvent event) {
        boolean isOfIds = event.kind() == Kind.SOLD || event.kind() == Kind.USED || event.kind() == Kind.RETURNS;
        if (!isOfIds || !event.process().equals(call.process) || databaseOf(event.first()) != call.database) {
            return NONE;
        }
        long number = Math.max(call.first, numberOf(event.first()));
        return (number < Math.min(call.end, numberOf(event.end()))) ? number * slots + call.database : NONE;
    }

    /** What a process asks for next tells what it has of a range of which no caller was given ids. */
    private int fate(Call call) {
        for (int i = call.replied + 1; i < source.size() && !isBegunOrEnded(i, call.process); i++) {
            SegmentEvent event = source.get(i);
            if (event.kind() == Kind.ASKS && event.process().equals(call.process)) {
                return (event.first() == source.get(call.replied).end()) ? SERVED : DISCARDED;
            }
        }
        return UNKNOWN;
    }

    /** Whether no range that came later has an id. */
    private boolean isLast(Call call, int at, long id) {
        for (int i = at; i > call.replied; i--) {
            Call other = replies.get(i);
            if (other != null && other.process.equals(call.process) && isIn(other, id)) {
                return false;
            }
        }
        return true;
    }

    private boolean endsLife(int at, String process) {
        return source.get(at).kind() == Kind.ENDED && source.get(at).process().equals(process);
    }

    private boolean isIn(Call call, long id) {
        return id >= 0 && databaseOf(id) == call.database && call.first <= numberOf(id) && numberOf(id) < call.end;
    }

    private int databaseOf(long id) {
        return (int) (id % slots);
    }

    private long numberOf(long id) {
        return id / slots;
    }

    /** Whether a range that is to be returned was granted to a client. */
    private boolean isOfClient(int at) {
        SegmentEvent returns = source.get(at);
        for (int i = at - 1; i >= 0; i--) {
            SegmentEvent sold = source.get(i);
            if (sold.kind() == Kind.SOLD && sold.process().equals(returns.process()) && sold.end() == returns.end()) {
                return sold.first() <= returns.first();
            }
        }
        return false;
    }

    private void enter(int at, SegmentEvent event) {
        switch (event.kind()) {
            case FOUND -> {
                noted.add(event.first());
                found.computeIfAbsent(event.process(), key -> new TreeMap<>())
                        .put(databaseOf(event.first()), numberOf(notedMeanwhile(at, event)));
            }
            case STARTS -> starts(event.process());
            case GRANTED -> granted(at, event);
            case SET -> add("row", 0, event.database(), event.first(), NONE);
            case CHANGED -> add("server", 0, event.database(), event.first(), NONE);
            case LOOKED -> add("look", 0, event.database(), event.first(), event.end());
            case RETURNED -> add("arrive", 0, event.database(), event.first(), event.end());
            default -> ofProcess(at, event, nodes.getOrDefault(event.process(), 0));
        }
    }

    /** The notes are read once more when the engine starts, where another process of the machine may have written since. */
    private long notedMeanwhile(int at, SegmentEvent found) {
        for (int i = at + 1; i < source.size(); i++) {
            SegmentEvent asks = source.get(i);
            if (asks.kind() == Kind.ASKS && asks.process().equals(found.process())) {
                boolean isNoted = source.subList(at, i).stream()
                        .anyMatch(event -> event.kind() == Kind.NOTED && event.first() == asks.first());
                return (slots == 1 && isNoted) ? Math.max(found.first(), asks.first()) : found.first();
            }
        }
        return found.first();
    }

    private void ofProcess(int at, SegmentEvent event, int node) {
        if (node == 0) {
            return; // it has ended
        }
        switch (event.kind()) {
            case STOPS -> stops(at, event.process(), node);
            case STOPPED -> add("stopped", node, 0, NONE, NONE);
            case ENDED -> {
                add("end", node, 0, NONE, NONE);
                nodes.remove(event.process());
            }
            case NOTED -> {
                if (slots == 1
                        && noted.add(event.first())) { // of several databases a range that was discarded is noted too
                    add("note", node, 0, event.first(), NONE);
                }
            }
            case MET -> {
                if (margin > 0) {
                    add("meet", node, event.database(), NONE, NONE);
                }
            }
            case ASKS -> add("ask", node, 0, slots == 1 ? event.first() : NONE, NONE);
            case REPLIED -> {
                if (replies.containsKey(at) && replies.get(at).isHeard()) {
                    add("reply", node, 0, NONE, NONE);
                    set("begun", replies.get(at).fate);
                }
            }
            case REFUSED -> {
                if (slots == 1 && isOfLastCall(at, event.process())) {
                    add("refuse", node, 0, NONE, NONE);
                }
            }
            case FAILED -> {
                if (isOfLastCall(at, event.process())) {
                    add("fail", node, 0, NONE, NONE);
                }
            }
            case MISSED -> add("retire", node, 0, NONE, NONE);
            case LIMITS -> add("limit", node, 0, NONE, NONE);
            case LIMITED -> add("limited", node, 0, NONE, NONE);
            case USED -> used(event, node);
            case SOLD -> {
                if (isGlobal) {
                    used(event, node);
                } else {
                    add("sold", node, databaseOf(event.first()), numberOf(event.first()), numberOf(event.end()));
                }
            }
            case RETURNS -> {
                boolean isSold = isOfClient(at) && !isGlobal;
                add(
                        isSold ? "return" : "back",
                        node,
                        databaseOf(event.first()),
                        numberOf(event.first()),
                        numberOf(event.end()));
            }
            default -> throw new IllegalStateException(event.toString());
        }
    }

    /** Whether a process waits for what happens to a call of it, as far as that can be told; else the call has been given up. */
    private boolean isOfLastCall(int at, String process) {
        Call last = calls.values().stream()
                .filter(call -> call.process.equals(process) && call.asked < at)
                .max(Comparator.comparingInt(call -> call.asked))
                .orElse(null);
        SegmentEvent event = source.get(at);
        boolean isIt = event.kind() == Kind.REFUSED || calls.get(process + " " + event.more()) == last;
        return last != null && isIt && last.givenUp > at && last.replied > at;
    }

    private void starts(String process) {
        Integer node = nodes.get(process);
        if (node != null) {
            add("start", node, 0, NONE, NONE);
            return;
        }
        int free = 1;
        while (nodes.containsValue(free)) {
            free++;
        }
        nodes.put(process, free);
        Map<Integer, Long> notes = found.getOrDefault(process, Map.of());
        for (int i = 0; i < slots; i++) {
            add("disk", free, i, notes.getOrDefault(i, 0L), NONE);
        }
        add("start", free, 0, NONE, NONE);
    }

    private void granted(int at, SegmentEvent event) {
        Call call = grants.get(at);
        int node = nodes.getOrDefault(event.process(), 0);
        boolean isHeard = call != null && call.isHeard() && node != 0;
        boolean mayLearn =
                call == null && margin > 0 && node != 0; // which server answers, of a call that fails afterwards
        add(
                isHeard ? "grant" : mayLearn ? "learn" : "pass",
                call != null || mayLearn ? node : 0,
                event.database(),
                event.first(),
                event.end());
        if (isHeard && call != null) {
            set("sold", call.soldEnd);
        }
    }

    /** A stop, with what it gives back, and the last id that callers have got by then, as far as that shows later. */
    private void stops(int at, String process, int node) {
        SegmentEvent back = null;
        long last = NONE;
        for (int i = at + 1; i < source.size() && !isBegunOrEnded(i, process); i++) {
            SegmentEvent event = source.get(i);
            boolean isBack = event.kind() == Kind.RETURNS && event.process().equals(process) && !isOfClient(i);
            if (isBack) {
                back = event;
            } else if (event.kind() == Kind.USED && event.process().equals(process)) {
                last = Math.max(last, event.end() - slots);
            }
        }
        long floor = (slots == 1) ? floorAfterRestart(at, process) : 0;
        last = (floor > 0) ? floor - 1 : Math.max(last, (back == null) ? NONE : back.first() - slots);
        add(
                "stop",
                node,
                (back == null) ? 0 : databaseOf(back.first()),
                (back == null) ? NONE : numberOf(back.first()),
                (back == null) ? NONE : numberOf(back.end()));
        set("sold", (last < 0) ? NONE : numberOf(last));
        set("begun", (last < 0) ? 0 : databaseOf(last) + 1);
    }

    /** What a process asks for ids above after its next start; 0 if it does not. It may ask once more while it stops. */
    private long floorAfterRestart(int at, String process) {
        boolean isStarted = false;
        for (int i = at + 1; i < source.size() && !endsLife(i, process); i++) {
            SegmentEvent event = source.get(i);
            if (event.process().equals(process)) {
                isStarted = isStarted || event.kind() == Kind.STARTS;
                if (isStarted && event.kind() == Kind.ASKS) {
                    return event.first();
                }
            }
        }
        return 0;
    }

    private void set(String name, long value) {
        int last = events.size() - 1;
        ProtocolTrace.Event event = events.get(last);
        Map<String, Long> points = new TreeMap<>(event.points());
        Map<String, Integer> facts = new TreeMap<>(event.facts());
        if (points.containsKey(name)) {
            points.put(name, value);
        } else {
            facts.put(name, (int) value);
        }
        events.set(last, new ProtocolTrace.Event(event.kind(), facts, points));
    }

    private boolean isBegunOrEnded(int at, String process) {
        SegmentEvent event = source.get(at);
        return event.process().equals(process) && (event.kind() == Kind.STARTS || event.kind() == Kind.ENDED);
    }

    /** Of ids that follow each other and are used by one process only the first and the last count. */
    private void used(SegmentEvent event, int node) {
        int database = databaseOf(event.first());
        long first = numberOf(event.first());
        long end = numberOf(event.end());
        Integer last = lastUses.get(node);
        if (last != null && !isGlobal) {
            ProtocolTrace.Event before = events.get(last);
            boolean isNext = before.fact("database") == database + 1 && before.point("end") == first;
            if (isNext) {
                events.set(last, event("use", node, database, before.point("first"), end, 0));
                return;
            }
        }
        int place = events.size();
        events.add(event("use", node, database, first, end, isGlobal ? begun(event.more()) : 0));
        lastUses.put(node, place);
    }

    /** How many events of the trace came before what was written down at a place. */
    private int begun(long place) {
        int found = Collections.binarySearch(places, (int) place);
        int i = (found < 0) ? -found - 1 : found;
        return (i < reached.size()) ? reached.get(i) : events.size();
    }

    private void add(String kind, int node, int database, long first, long end) {
        lastUses.clear();
        events.add(event(kind, node, database, first, end, 0));
    }

    private static ProtocolTrace.Event event(String kind, int node, int database, long first, long end, int begun) {
        return new ProtocolTrace.Event(
                kind,
                Map.of("node", node, "database", database + 1, "begun", begun),
                Map.of("first", first, "end", end, "sold", NONE));
    }
}
