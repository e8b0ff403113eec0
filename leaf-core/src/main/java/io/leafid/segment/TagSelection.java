package io.leafid.segment;

import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.status.SegmentTagPage;
import io.leafid.segment.status.SegmentTagQuery;
import io.leafid.segment.status.SegmentTagStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Chooses the tags that a query asks for, in one pass that keeps no more than it shows. Of a tag that was never used, which
 * most are where there are many, nothing but the name is read unless it is shown. For one thread.
 */
final class TagSelection {

    private static final Comparator<SegmentTagStatus> BY_TAG = Comparator.comparing(SegmentTagStatus::tag);

    private final SegmentTagQuery query;
    private final long nowNanos;
    private final Comparator<SegmentTagStatus> order;
    private final PriorityQueue<SegmentTagStatus> used;
    private final PriorityQueue<TagBuffer> unused;
    private final Map<SegmentTagStatus.State, Integer> states = new EnumMap<>(SegmentTagStatus.State.class);
    private int matching;
    private int known;

    TagSelection(SegmentTagQuery query, long nowNanos) {
        this.query = query;
        this.nowNanos = nowNanos;
        this.order = comparator(query.order());
        this.used = new PriorityQueue<>(order.reversed()); // the one to be dropped first is at the head
        this.unused = new PriorityQueue<>(Comparator.comparing(TagBuffer::tag).reversed());
    }

    void offer(TagBuffer buffer) {
        known++;
        if (!query.accepts(buffer.tag())) {
            return;
        }
        matching++;
        if (buffer.isUsed()) {
            SegmentTagStatus status = buffer.status(nowNanos);
            states.merge(status.state(), 1, Integer::sum);
            keep(used, status);
        } else {
            states.merge(SegmentTagStatus.State.IDLE, 1, Integer::sum);
            keep(unused, buffer);
        }
    }

    private <T> void keep(PriorityQueue<T> kept, T candidate) {
        if (kept.size() < query.limit()) {
            kept.add(candidate);
        } else if (kept.comparator().compare(candidate, kept.element()) > 0) {
            kept.remove();
            kept.add(candidate);
        }
    }

    SegmentTagPage page() {
        List<SegmentTagStatus> candidates = new ArrayList<>(used);
        unused.forEach(buffer -> candidates.add(buffer.status(nowNanos)));
        List<SegmentTagStatus> shown =
                candidates.stream().sorted(order).limit(query.limit()).toList();
        return new SegmentTagPage(shown, matching, Map.copyOf(states), known);
    }

    private static Comparator<SegmentTagStatus> comparator(SegmentTagQuery.Order order) {
        return switch (order) {
            case TAG -> BY_TAG;
            case STATE ->
                Comparator.<SegmentTagStatus>comparingInt(status -> severity(status.state()))
                        .thenComparing(BY_TAG);
            case RATE ->
                Comparator.<SegmentTagStatus>comparingDouble(
                                status -> status.traffic().idsPerSecond())
                        .reversed()
                        .thenComparing(BY_TAG);
            case LEFT -> Comparator.comparingDouble(TagSelection::secondsLeft).thenComparing(BY_TAG);
        };
    }

    private static int severity(SegmentTagStatus.State state) {
        return switch (state) {
            case UNAVAILABLE -> 0;
            case DEGRADED -> 1;
            case LOADING -> 2;
            case READY -> 3;
            case IDLE -> 4;
        };
    }

    private static double secondsLeft(SegmentTagStatus status) {
        if (status.state() == SegmentTagStatus.State.UNAVAILABLE) {
            return -1;
        }
        double rate = status.traffic().idsPerSecond();
        return (rate > 0) ? status.reserve().unused() / rate : Double.MAX_VALUE;
    }
}
