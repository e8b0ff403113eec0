package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Traces that were altered, so that none is a behaviour of the specification. For one thread. */
public final class Altered {

    private final TraceCheck check;
    private final List<ProtocolTrace> traces = new ArrayList<>();

    private Altered(TraceCheck check) {
        this.check = check;
    }

    /** Marks where they are told, times, and what was granted. */
    public static Altered leases(List<ProtocolTrace> traces) {
        Altered altered = new Altered(TraceCheck.OF_LEASES);
        for (ProtocolTrace trace : traces) {
            int want = indexOf(trace, "want", 0);
            int hold = indexOf(trace, "hold", want);
            int before = Math.max(hold, indexOf(trace, "mark", hold));
            int use = indexOf(trace, "use", before);
            if (use > 0) {
                altered.without(trace, before);
                altered.swapped(trace, before, use);
                altered.swapped(trace, want, hold);
                altered.moved(trace, hold, "ceiling", 1);
            }
        }
        return altered;
    }

    /** Ranges that were granted, replies, ids, notes, and what was given back. */
    public static Altered segments(List<ProtocolTrace> traces) {
        Altered altered = new Altered(TraceCheck.OF_SEGMENTS);
        traces.forEach(altered::segments);
        return altered;
    }

    private void segments(ProtocolTrace trace) {
        int grant = indexOf(trace, "grant", 0);
        while (grant >= 0 && !alteredGrant(trace, grant)) {
            grant = indexOf(trace, "grant", grant + 1);
        }
        int look = indexOf(trace, "look", 0);
        int note = indexOf(trace, "note", 0);
        if (look > 0) {
            int arrive = indexOf(trace, "arrive", look);
            without(trace, look);
            swapped(trace, look, arrive);
            moved(trace, arrive, "first", -1);
        }
        if (note > 0) {
            moved(trace, note, "first", 1_000);
        }
    }

    /** Whether the range is used at once, so that each change of its events shows. */
    private boolean alteredGrant(ProtocolTrace trace, int grant) {
        int reply = indexOf(trace, "reply", grant);
        int use = firstUse(trace, grant, reply);
        if (use > 0) {
            without(trace, grant);
            without(trace, reply);
            swapped(trace, grant, reply);
            swapped(trace, reply, use);
            moved(trace, grant, "first", 1);
            moved(trace, use, "end", 1_000);
        }
        return use > 0;
    }

    /** The place of the first event of a kind from a place on; -1 if there is none. */
    private static int indexOf(ProtocolTrace trace, String kind, int from) {
        for (int i = Math.max(0, from); from >= 0 && i < trace.events().size(); i++) {
            if (trace.events().get(i).kind().equals(kind)) {
                return i;
            }
        }
        return -1;
    }

    /** The place of the first use of a range that was granted; -1 if there is none, or its reply is of another one. */
    private static int firstUse(ProtocolTrace trace, int grant, int reply) {
        if (reply < 0 || !isOfOne(trace, grant, reply)) {
            return -1;
        }
        ProtocolTrace.Event range = trace.events().get(grant);
        int use = indexOf(trace, "use", reply);
        boolean isOfIt =
                use > 0 && isOfOne(trace, grant, use) && trace.events().get(use).point("first") == range.point("first");
        return isOfIt ? use : -1;
    }

    private static boolean isOfOne(ProtocolTrace trace, int one, int other) {
        return trace.events().get(one).fact("node") == trace.events().get(other).fact("node");
    }

    private void without(ProtocolTrace trace, int index) {
        List<ProtocolTrace.Event> events = new ArrayList<>(trace.events());
        add(trace, "without %s".formatted(events.remove(index)), events);
    }

    private void swapped(ProtocolTrace trace, int one, int other) {
        List<ProtocolTrace.Event> events = new ArrayList<>(trace.events());
        Collections.swap(events, one, other);
        add(trace, "%s comes first".formatted(events.get(one)), events);
    }

    private void moved(ProtocolTrace trace, int index, String point, long by) {
        List<ProtocolTrace.Event> events = new ArrayList<>(trace.events());
        ProtocolTrace.Event event = events.get(index);
        Map<String, Long> points = new TreeMap<>(event.points());
        points.merge(point, by, Long::sum);
        events.set(index, new ProtocolTrace.Event(event.kind(), event.facts(), points));
        add(trace, "%s was moved".formatted(events.get(index)), events);
    }

    private void add(ProtocolTrace trace, String how, List<ProtocolTrace.Event> events) {
        traces.add(new ProtocolTrace(trace.name() + ", but " + how, trace.settings(), events));
    }

    /** All are refused, of which there are some. */
    public void requireRefused(Path directory) {
        assertThat(traces).hasSizeGreaterThanOrEqualTo(4);
        assertThat(check.refused(directory, traces))
                .containsOnlyKeys(traces.stream().map(ProtocolTrace::name).toList());
    }
}
