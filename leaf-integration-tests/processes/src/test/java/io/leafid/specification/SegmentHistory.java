package io.leafid.specification;

import io.leafid.history.CallRecord;
import io.leafid.specification.AllocationHistory.Change;
import io.leafid.specification.EventFile.Timed;
import io.leafid.specification.SegmentEvent.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened to the segments of one tag, from what its processes and the database have written down. The database knows the order of
 * the changes of the row; each lies between the call of the process that it is for and the reply. For one thread, once.
 */
public final class SegmentHistory {

    private static final int DATABASE = 0;

    private final String tag;
    private final boolean isGlobal;
    private final List<Timed<SegmentEvent>> events = new ArrayList<>();

    /** Begins that of a tag. */
    public SegmentHistory(String tag, boolean isGlobal) {
        this.tag = tag;
        this.isGlobal = isGlobal;
    }

    /** Adds what a process has written down, and the calls that got ids of the tag. */
    public void add(String process, List<Timed<SegmentEvent>> written, List<CallRecord> calls) {
        List<Timed<SegmentEvent>> own = new ArrayList<>();
        for (Timed<SegmentEvent> each : written) {
            boolean isAbout = each.event().tag().isEmpty() || each.event().tag().equals(tag);
            if (isAbout && each.event().kind() != Kind.MISSED) {
                own.add(each);
            }
        }
        own.stream() // what it asks for first tells what its notes say
                .filter(each -> each.event().kind() == Kind.ASKS)
                .findFirst()
                .filter(first -> first.event().first() > 0)
                .ifPresent(first -> events.add(new Timed<>(
                        own.get(0).nanos(),
                        SegmentEvent.of(Kind.FOUND, process, tag, first.event().first(), 0, -1))));
        own.stream() // a start that fails stops what it has started, and does not say so
                .filter(each -> each.event().kind() == Kind.RETURNS)
                .findFirst()
                .filter(back -> own.stream().noneMatch(each -> each.event().kind() == Kind.STOPS))
                .ifPresent(back ->
                        own.add(own.indexOf(back), new Timed<>(back.nanos(), SegmentEvent.of(Kind.STOPS, process))));
        events.addAll(own);
        addUses(process, own, calls);
        long end = Math.max(
                own.stream().mapToLong(Timed::nanos).max().orElse(0),
                calls.stream().mapToLong(CallRecord::ended).max().orElse(0));
        events.add(new Timed<>(end + 1, SegmentEvent.of(Kind.ENDED, process)));
    }

    /** Ids that grow on each node alone may be told later, up to the next event of their process, so that fewer events tell them all. */
    private void addUses(String process, List<Timed<SegmentEvent>> own, List<CallRecord> calls) {
        Map<Long, List<CallRecord>> windows = new TreeMap<>();
        for (CallRecord call : calls) {
            long until = isGlobal ? call.ended() : next(own, call.ended());
            windows.computeIfAbsent(until, key -> new ArrayList<>()).add(call);
        }
        windows.forEach((until, used) -> {
            used.sort(Comparator.comparingLong(CallRecord::first));
            for (int from = 0, i = 1; i <= used.size(); i++) {
                boolean isNext = i < used.size()
                        && used.get(i).first() == used.get(i - 1).last() + 1
                        && (!isGlobal || used.get(i).begun() == used.get(from).begun());
                if (!isNext) {
                    CallRecord first = used.get(from);
                    events.add(new Timed<>(
                            until,
                            SegmentEvent.of(
                                    Kind.USED,
                                    process,
                                    tag,
                                    first.first(),
                                    used.get(i - 1).last() + 1,
                                    first.begun())));
                    from = i;
                }
            }
        });
    }

    /** Just before the next event of a process. */
    private static long next(List<Timed<SegmentEvent>> own, long nanos) {
        return own.stream()
                        .mapToLong(Timed::nanos)
                        .filter(at -> at > nanos)
                        .min()
                        .orElse(nanos + 1)
                - 1;
    }

    /** The trace of a row that nothing has moved back, so that the ranges tell what is between them. */
    public ProtocolTrace trace(String name) {
        List<Change> changes = new ArrayList<>();
        events.stream()
                .map(Timed::event)
                .filter(event -> event.kind() == Kind.REPLIED)
                .sorted(Comparator.comparingLong(SegmentEvent::first))
                .forEach(reply -> {
                    long end = changes.isEmpty()
                            ? reply.first()
                            : changes.get(changes.size() - 1).after();
                    if (end != reply.first()) {
                        changes.add(new Change(end, reply.first()));
                    }
                    changes.add(new Change(reply.first(), reply.end()));
                });
        return trace(name, changes);
    }

    /** The trace, with the changes of the row as the database has written them down. */
    public ProtocolTrace trace(String name, List<Change> changes) {
        events.sort(Comparator.comparingLong(Timed::nanos));
        List<Timed<SegmentEvent>> all = new ArrayList<>(events);
        all.addAll(placed(changes));
        all.sort(Comparator.comparingLong(Timed::nanos)); // stable: a change comes after the call that it is for
        List<SegmentEvent> ordered = new ArrayList<>();
        Map<Long, Integer> begun = new HashMap<>();
        for (Timed<SegmentEvent> each : all) {
            SegmentEvent event = each.event();
            if (event.kind() == Kind.USED && isGlobal) {
                int place = begun.computeIfAbsent(event.more(), nanos -> firstFrom(all, nanos));
                event = SegmentEvent.of(Kind.USED, event.process(), tag, event.first(), event.end(), place);
            }
            ordered.add(event);
        }
        return new SegmentProjection(tag, ordered, 1, isGlobal, 0).trace(name);
    }

    private static int firstFrom(List<Timed<SegmentEvent>> all, long nanos) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle).nanos() < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Each change as early as its call and the changes before it allow. */
    private List<Timed<SegmentEvent>> placed(List<Change> changes) {
        List<Timed<SegmentEvent>> placed = new ArrayList<>();
        Map<Change, Deque<Integer>> replies = placesOf(Kind.REPLIED);
        Map<Change, Deque<Integer>> returns = placesOf(Kind.RETURNS);
        long at = events.get(0).nanos();
        placed.add(new Timed<>(
                at,
                new SegmentEvent(
                        Kind.SET,
                        "",
                        tag,
                        DATABASE,
                        changes.get(0).before(),
                        changes.get(0).before(),
                        -1)));
        for (Change change : changes) {
            boolean isGrant = change.after() > change.before();
            int call = isGrant
                    ? next(replies, change.before(), change.after())
                    : next(returns, change.after(), change.before());
            String process = (call < 0) ? "" : events.get(call).event().process();
            at = Math.max(
                    at,
                    (call < 0) ? at : isGrant ? asked(call) : events.get(call).nanos());
            if (isGrant) {
                placed.add(changed(at, Kind.GRANTED, process, change.before(), change.after()));
            } else {
                placed.add(changed(at, Kind.LOOKED, process, change.after(), change.before()));
                placed.add(changed(at, Kind.RETURNED, process, change.after(), change.before()));
            }
        }
        return placed;
    }

    private Timed<SegmentEvent> changed(long at, Kind kind, String process, long first, long end) {
        return new Timed<>(at, new SegmentEvent(kind, process, tag, DATABASE, first, end, 0));
    }

    /** The places of the events of a kind, in order, by their range. */
    private Map<Change, Deque<Integer>> placesOf(Kind kind) {
        Map<Change, Deque<Integer>> found = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            SegmentEvent event = events.get(i).event();
            if (event.kind() == kind) {
                found.computeIfAbsent(new Change(event.first(), event.end()), key -> new ArrayDeque<>())
                        .add(i);
            }
        }
        return found;
    }

    private static int next(Map<Change, Deque<Integer>> places, long first, long end) {
        Integer place =
                places.getOrDefault(new Change(first, end), new ArrayDeque<>()).poll();
        return (place == null) ? -1 : place;
    }

    /** When the call of a reply began. */
    private long asked(int reply) {
        SegmentEvent of = events.get(reply).event();
        for (int i = reply - 1; i >= 0; i--) {
            SegmentEvent event = events.get(i).event();
            if (event.kind() == Kind.ASKS && event.process().equals(of.process()) && event.more() == of.more()) {
                return events.get(i).nanos();
            }
        }
        throw new IllegalStateException("a reply without a call: " + of);
    }
}
