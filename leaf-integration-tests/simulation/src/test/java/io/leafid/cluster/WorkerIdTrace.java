package io.leafid.cluster;

import java.util.List;

/**
 * Events of one worker id, in order. Immutable.
 *
 * @param name where it comes from
 * @param events what happened
 */
public record WorkerIdTrace(String name, List<Event> events) {

    /**
     * An event.
     *
     * @param kind the name by which the specification knows it
     * @param run the hold on the worker id, by its number
     * @param place the directory, by its number
     * @param old the run that is replaced, or the place that is copied; 0 if none is
     * @param time a floor, a mark or the time of an id; -1 if there is none
     * @param ceiling the ceiling; -1 if there is none
     */
    public record Event(String kind, int run, int place, int old, long time, long ceiling) {}
}
