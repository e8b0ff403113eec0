package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.RawFigures;

/** Maker of one table of the page, with the lines of the budget that it is about, of raw figures. */
@FunctionalInterface
interface Table {

    /** Markdown, ended by a new line. */
    String markdown(RawFigures raw);
}
