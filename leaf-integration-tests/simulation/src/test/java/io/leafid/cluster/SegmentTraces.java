package io.leafid.cluster;

import io.leafid.specification.ProtocolTrace;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentProjection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Traces of simulated clusters: what happened to each tag, as events of the specification. */
public final class SegmentTraces {

    private SegmentTraces() {}

    /** The traces of one schedule. */
    public static List<ProtocolTrace> of(long seed) {
        Plan plan = Plan.of(seed, Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.SEGMENT)));
        SegmentPlan segments = plan.segments();
        List<SegmentEvent> events = new ArrayList<>();
        Cluster cluster = new Cluster(plan, false);
        cluster.traceSegments(events);
        String violation = cluster.run();
        if (violation != null) {
            throw new IllegalStateException("seed %d: %s".formatted(seed, violation));
        }
        Set<String> tags = new TreeSet<>();
        events.forEach(event -> tags.add(event.tag()));
        tags.remove("");
        List<ProtocolTrace> traces = new ArrayList<>();
        for (String tag : tags) {
            boolean isGlobal = segments.isGlobal(tag.replaceAll("/.*", ""));
            long margin = segments.commits().margin();
            traces.add(new SegmentProjection(tag, events, segments.slots(), isGlobal, margin)
                    .trace("seed %d, tag '%s', %d databases".formatted(seed, tag, segments.databases())));
        }
        return traces;
    }
}
