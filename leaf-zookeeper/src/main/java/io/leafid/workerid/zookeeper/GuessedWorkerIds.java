package io.leafid.workerid.zookeeper;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdRange;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Worker ids that a start tries before it reads what all of them are leased for. Pure: the token, which is fresh and random
 * for each request, is what the choice is drawn from.
 *
 * @param request what is asked for
 * @param range the worker ids that may be taken
 */
record GuessedWorkerIds(LeaseRequest request, WorkerIdRange range) {

    /** The number of worker ids that are tried at a time. */
    static final int TRIES = 16;

    /** The one that the own mark names, and the one that this identity begins with and so has most likely had before. */
    Set<Integer> former() {
        Set<Integer> former = new LinkedHashSet<>();
        request.formerWorkerId().filter(range::contains).ifPresent(former::add);
        former.add(range.first()
                + Math.floorMod(mixed(request.identity().toString().hashCode()), range.size()));
        return former;
    }

    /** Spreads identities that differ in a digit or two. */
    private static int mixed(int hash) {
        int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
        return mixed ^ (mixed >>> 16);
    }

    /** Some of those that are not excluded, drawn at random, so that nodes that start together do not all try the same. */
    List<Integer> drawnWithout(Collection<Integer> excluded) {
        List<Integer> open = IntStream.rangeClosed(range.first(), range.last())
                .boxed()
                .filter(workerId -> !excluded.contains(workerId))
                .collect(Collectors.toList());
        return drawn(open);
    }

    /** Some of the given ones that lie in the range, drawn at random. */
    List<Integer> drawnFrom(Collection<Integer> workerIds) {
        return drawn(workerIds.stream().filter(range::contains).sorted().collect(Collectors.toList()));
    }

    private List<Integer> drawn(List<Integer> open) {
        Collections.shuffle(open, new Random(request.token().hashCode()));
        return List.copyOf(open.subList(0, Math.min(TRIES, open.size())));
    }
}
