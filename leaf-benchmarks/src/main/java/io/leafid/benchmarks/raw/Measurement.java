package io.leafid.benchmarks.raw;

import java.util.List;

/** Measurement of what one file holds. */
@FunctionalInterface
public interface Measurement {

    /**
     * Measures.
     *
     * @param profile how thoroughly
     * @param settings what else the command says, such as the address of a database
     */
    List<Figure> measure(Profile profile, List<String> settings) throws Exception;
}
