package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Traces that were altered, so that none is a behaviour of the specification. For one thread. */
final class Altered {

    private final List<ProtocolTrace> traces = new ArrayList<>();

    /** The place of the first event of a kind from a place on; -1 if there is none. */
    static int indexOf(ProtocolTrace trace, String kind, int from) {
        for (int i = Math.max(0, from); from >= 0 && i < trace.events().size(); i++) {
            if (trace.events().get(i).kind().equals(kind)) {
                return i;
            }
        }
        return -1;
    }

    /** The place of the first use of a range that was granted; -1 if there is none, or its reply is of another one. */
    static int firstUse(ProtocolTrace trace, int grant, int reply) {
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

    void without(ProtocolTrace trace, int index) {
        List<ProtocolTrace.Event> events = new ArrayList<>(trace.events());
        add(trace, "without %s".formatted(events.remove(index)), events);
    }

    void swapped(ProtocolTrace trace, int one, int other) {
        List<ProtocolTrace.Event> events = new ArrayList<>(trace.events());
        Collections.swap(events, one, other);
        add(trace, "%s comes first".formatted(events.get(one)), events);
    }

    void moved(ProtocolTrace trace, int index, String point, long by) {
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
    void requireRefused(Check check, Path directory) {
        assertThat(traces).hasSizeGreaterThanOrEqualTo(8);
        assertThat(check.refused(directory, traces))
                .containsOnlyKeys(traces.stream().map(ProtocolTrace::name).toList());
    }
}
