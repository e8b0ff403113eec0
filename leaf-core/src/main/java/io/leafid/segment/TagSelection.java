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
import java.util.stream.Stream;

/**
 * The tags that a query asks for. Of a tag that was never used, which most are where there are many, nothing but the name is read
 * unless it is shown. Stateless.
 */
final class TagSelection {

    private static final Comparator<SegmentTagStatus> BY_TAG = Comparator.comparing(SegmentTagStatus::tag);

    private TagSelection() {}

    static SegmentTagPage of(List<TagBuffer> known, SegmentTagQuery query, long nowNanos) {
        List<SegmentTagStatus> used = new ArrayList<>();
        List<TagBuffer> unused = new ArrayList<>();
        for (TagBuffer buffer : known) {
            if (query.accepts(buffer.tag()) && buffer.isUsed()) {
                used.add(buffer.status(nowNanos));
            } else if (query.accepts(buffer.tag())) {
                unused.add(buffer);
            }
        }
        Map<SegmentTagStatus.State, Integer> states = new EnumMap<>(SegmentTagStatus.State.class);
        used.forEach(status -> states.merge(status.state(), 1, Integer::sum));
        if (!unused.isEmpty()) {
            states.merge(SegmentTagStatus.State.IDLE, unused.size(), Integer::sum);
        }
        Stream<SegmentTagStatus> firstUnused = unused.stream()
                .sorted(Comparator.comparing(TagBuffer::tag))
                .limit(query.limit())
                .map(buffer -> buffer.status(nowNanos));
        List<SegmentTagStatus> shown = Stream.concat(used.stream(), firstUnused)
                .sorted(comparator(query.order()))
                .limit(query.limit())
                .toList();
        return new SegmentTagPage(shown, used.size() + unused.size(), Map.copyOf(states), known.size());
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
