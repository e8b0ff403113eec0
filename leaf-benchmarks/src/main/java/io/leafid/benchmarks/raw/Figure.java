package io.leafid.benchmarks.raw;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * Figure that was measured of one subject. Immutable.
 *
 * @param name what it is, such as a method or a peer
 * @param threads how many threads called
 * @param params what else tells it from others
 * @param columns the quantities by their names
 * @param nanos times of single calls at {@link Percentiles}, empty if none were taken
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Figure(
        String name, int threads, Map<String, String> params, Map<String, Series> columns, List<Long> nanos) {

    /** Makes one; what a file leaves out is empty. */
    public Figure {
        params = (params == null) ? Map.of() : params;
        nanos = (nanos == null) ? List.of() : nanos;
    }

    /** One of the quantities. */
    public Series column(String column) {
        Series series = columns.get(column);
        if (series == null) {
            throw new IllegalArgumentException(name + " has no " + column + ", but " + columns.keySet());
        }
        return series;
    }

    /** A parameter, or nothing. */
    public String param(String param) {
        return params.getOrDefault(param, "");
    }
}
