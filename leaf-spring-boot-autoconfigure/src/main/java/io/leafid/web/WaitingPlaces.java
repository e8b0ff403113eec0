package io.leafid.web;

import java.util.HashMap;
import java.util.Map;

/**
 * The places of requests that wait, of all routes: each holds a thread of the server. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A request takes a place only while its tag holds fewer than are free. So one tag alone takes half of them, tags that wait for ever
 *     leave places to those after them, and a tag that holds none gets the last one.
 *   - `held` has a number above zero for each tag that holds places; with `free` these add up to all places.
 * Locks: this object; nothing is called while it is held.
 * </pre>
 */
public final class WaitingPlaces {

    private final Map<String, Integer> held = new HashMap<>();
    private int free;

    /** Makes so many places, all of them free. */
    public WaitingPlaces(int count) {
        free = count;
    }

    /** Takes a place; returns whether the tag got one. Never waits. */
    public synchronized boolean tryEnter(String tag) {
        if (held.getOrDefault(tag, 0) >= free) {
            return false;
        }
        held.merge(tag, 1, Integer::sum);
        free--;
        return true;
    }

    /** Gives a place of a tag back. */
    public synchronized void leave(String tag) {
        held.computeIfPresent(tag, (same, count) -> (count == 1) ? null : count - 1);
        free++;
    }
}
