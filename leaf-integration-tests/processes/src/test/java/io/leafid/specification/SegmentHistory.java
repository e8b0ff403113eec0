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

    private final String tag;
    private final boolean isGlobal;
    private final int slots;
    private final List<Timed<SegmentEvent>> events = new ArrayList<>();

    /** Begins that of a tag whose ids so many databases grant by turns. */
    public SegmentHistory(String tag, boolean isGlobal, int slots) {
        this.slots = slots;
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
            used.sort(Comparator.<CallRecord>comparingLong(call -> call.first() % slots)
                    .thenComparingLong(CallRecord::first));
            for (int from = 0, i = 1; i <= used.size(); i++) {
                boolean isNext = i < used.size()
                        && used.get(i).first() == used.get(i - 1).last() + slots
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
                                    used.get(i - 1).last() + slots,
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

    /** Leaves out all but so many events, the first: what comes before a moment of a behaviour is one. */
    public SegmentHistory first(int most) {
        events.sort(Comparator.comparingLong(Timed::nanos));
        events.subList(Math.min(most, events.size()), events.size()).clear();
        return this;
    }

    /** The trace until something is given back. Before that the ranges tell how the row of each of so many databases has changed. */
    public ProtocolTrace trace(String name) {
        long back = events.stream()
                .filter(each -> each.event().kind() == Kind.RETURNS)
                .mapToLong(Timed::nanos)
                .min()
                .orElse(Long.MAX_VALUE);
        events.removeIf(each -> each.nanos() >= back);
        events.sort(Comparator.comparingLong(Timed::nanos));
        List<Timed<SegmentEvent>> placed = new ArrayList<>();
        for (int database = 0; database < slots; database++) {
            placed.addAll(placed(changes(database), database));
        }
        return projected(name, placed);
    }

    private List<Change> changes(int database) {
        List<Change> changes = new ArrayList<>();
        events.stream()
                .map(Timed::event)
                .filter(event -> event.kind() == Kind.REPLIED && event.first() % slots == database)
                .map(event -> new Change(event.first() / slots, event.end() / slots))
                .sorted(Comparator.comparingLong(Change::before))
                .forEach(range -> {
                    long row = changes.isEmpty()
                            ? range.before()
                            : changes.get(changes.size() - 1).after();
                    if (row != range.before()) {
                        changes.add(new Change(row, range.before()));
                    }
                    changes.add(range);
                });
        return changes;
    }

    /** The trace, with the changes of the row as the database has written them down. */
    public ProtocolTrace trace(String name, List<Change> changes) {
        events.sort(Comparator.comparingLong(Timed::nanos));
        return projected(name, placed(changes, 0));
    }

    private ProtocolTrace projected(String name, List<Timed<SegmentEvent>> changes) {
        List<Timed<SegmentEvent>> all = new ArrayList<>(events);
        all.addAll(changes);
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
        return new SegmentProjection(tag, ordered, slots, isGlobal, 0).trace(name);
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
    private List<Timed<SegmentEvent>> placed(List<Change> changes, int database) {
        List<Timed<SegmentEvent>> placed = new ArrayList<>();
        Map<Change, Deque<Integer>> replies = placesOf(Kind.REPLIED, database);
        Map<Change, Deque<Integer>> returns = placesOf(Kind.RETURNS, database);
        long at = events.get(0).nanos();
        long first = changes.get(0).before();
        placed.add(changed(at, Kind.SET, "", database, new Change(first, first)));
        for (Change change : changes) {
            boolean isGrant = change.after() > change.before();
            Change range = isGrant ? change : new Change(/* before= */ change.after(), /* after= */ change.before());
            Integer call = (isGrant ? replies : returns)
                    .getOrDefault(range, new ArrayDeque<>())
                    .poll();
            String process = (call == null) ? "" : events.get(call).event().process();
            at = (call == null)
                    ? at
                    : Math.max(at, isGrant ? asked(call) : events.get(call).nanos());
            if (isGrant) {
                placed.add(changed(at, Kind.GRANTED, process, database, range));
            } else {
                placed.add(changed(at, Kind.LOOKED, process, database, range));
                placed.add(changed(at, Kind.RETURNED, process, database, range));
            }
        }
        return placed;
    }

    private Timed<SegmentEvent> changed(long at, Kind kind, String process, int database, Change range) {
        return new Timed<>(at, new SegmentEvent(kind, process, tag, database, range.before(), range.after(), 0));
    }

    /** The places of the events of a kind, in order, by their range in a database. */
    private Map<Change, Deque<Integer>> placesOf(Kind kind, int database) {
        Map<Change, Deque<Integer>> found = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            SegmentEvent event = events.get(i).event();
            if (event.kind() == kind && event.first() % slots == database) {
                found.computeIfAbsent(new Change(event.first() / slots, event.end() / slots), key -> new ArrayDeque<>())
                        .add(i);
            }
        }
        return found;
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
