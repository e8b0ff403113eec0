package io.leafid.specification;

import java.util.List;
import java.util.Map;

/**
 * What has happened to one worker id or one tag, in order, as events that the specification knows. Immutable.
 *
 * @param name where it comes from
 * @param settings what it depends on besides
 * @param events what happened
 */
public record ProtocolTrace(String name, Map<String, Integer> settings, List<Event> events) {

    /**
     * An event.
     *
     * @param kind the name by which the specification knows it
     * @param facts numbers of runs, nodes, places and databases
     * @param points times or numbers of rows, of which only the order counts; -1 where there is none
     */
    public record Event(String kind, Map<String, Integer> facts, Map<String, Long> points) {

        /** The number of that name; 0 if there is none. */
        public int fact(String name) {
            return facts.getOrDefault(name, 0);
        }

        /** The point of that name; -1 if there is none. */
        public long point(String name) {
            return points.getOrDefault(name, -1L);
        }

        @Override
        public String toString() {
            return kind + facts + points;
        }
    }
}
