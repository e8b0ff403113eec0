package io.leafid.benchmarks.raw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collector of what is measured, round by round. Subjects and columns keep the order in which they came. One thread only. */
public final class Rounds {

    private final Map<List<Object>, Subject> subjects = new LinkedHashMap<>();

    /** One subject, of this and of earlier rounds. */
    public Subject subject(String name, int threads, Map<String, String> params) {
        return subjects.computeIfAbsent(
                List.of(name, threads, params), unused -> new Subject(name, threads, new TreeMap<>(params)));
    }

    /** One subject that its name tells from all others, called by one thread. */
    public Subject subject(String name) {
        return subject(name, 1, Map.of());
    }

    /** Everything so far. */
    public List<Figure> figures() {
        return subjects.values().stream().map(Subject::figure).toList();
    }

    /** Figures that are measured of one subject. */
    public static final class Subject {

        private final String name;
        private final int threads;
        private final Map<String, String> params;
        private final Map<String, String> units = new LinkedHashMap<>();
        private final Map<String, List<Double>> values = new LinkedHashMap<>();

        private Subject(String name, int threads, Map<String, String> params) {
            this.name = name;
            this.threads = threads;
            this.params = params;
        }

        /** Notes what one quantity was in this round. */
        public Subject add(String column, String unit, double value) {
            units.put(column, unit);
            values.computeIfAbsent(column, unused -> new ArrayList<>()).add(value);
            return this;
        }

        private Figure figure() {
            Map<String, Series> columns = new LinkedHashMap<>();
            units.forEach((column, unit) ->
                    columns.put(column, Series.of(unit, values.getOrDefault(column, List.of()))));
            return new Figure(name, threads, params, columns, List.of());
        }
    }
}
