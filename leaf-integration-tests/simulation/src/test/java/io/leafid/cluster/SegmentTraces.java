package io.leafid.cluster;

import io.leafid.specification.ProtocolTrace;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentProjection;
import io.leafid.specification.TraceCheck;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Traces of simulated clusters: what happened to each tag, as events of the specification. */
public final class SegmentTraces {

    private SegmentTraces() {}

    /**
     * The traces of one schedule whose ids grow on all nodes, or those of the others.
     *
     * @param isGlobal whether the ids of the tags grow on all nodes
     * @param isSkipped whether a change of server is skipped over
     */
    public record Kind(boolean isGlobal, boolean isSkipped) {}

    /** The traces of one schedule, of one kind. */
    public static List<ProtocolTrace> of(long seed, Kind kind) {
        Plan plan = Plan.of(seed, Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.SEGMENT)));
        if (plan.segments().commits().areSkipped() != kind.isSkipped) {
            return List.of();
        }
        List<SegmentEvent> events = new ArrayList<>();
        Cluster cluster = new Cluster(plan, false);
        cluster.trace(events);
        String violation = cluster.run();
        if (violation != null) {
            throw new IllegalStateException("seed %d: %s".formatted(seed, violation));
        }
        Set<String> tags = new TreeSet<>();
        events.forEach(event -> tags.add(event.tag()));
        tags.remove("");
        List<ProtocolTrace> traces = new ArrayList<>();
        for (String tag : tags) {
            if (plan.segments().isGlobal(tag.replaceAll("/.*", "")) == kind.isGlobal) {
                traces.add(new SegmentProjection(tag, events, plan.segments().slots(), kind.isGlobal)
                        .trace("seed %d, tag '%s', %d databases".formatted(seed, tag, plan.segments().databases())));
            }
        }
        traces.removeIf(trace -> trace.events().isEmpty());
        return traces;
    }

    /** What traces of one kind bound. */
    public static String constants(List<ProtocolTrace> traces, Kind kind) {
        String databases = TraceCheck.numbers(traces, event -> event.facts().get("database"));
        return """
                MaxNumber = %s
                    Nodes = %s
                    Databases = %s
                    Slots = %d
                    Amounts = {}
                    Sold = {}
                    Order = "%s"
                    Margin = %d
                    MaxChanges = 0
                    MaxFaults = 1000000
                    Faults = {"rewind", "failOver", "limit", "retire", "repeat", "return"}""".formatted(
                        TraceCheck.POINTS,
                        TraceCheck.numbers(traces, event -> event.facts().get("node")),
                        databases,
                        databases.split(",", -1).length,
                        kind.isGlobal ? "global" : "node",
                        kind.isSkipped ? Tables.MARGIN : 0);
    }
}
