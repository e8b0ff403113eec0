package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Series;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Figures and rows as the page has them. */
final class Texts {

    private Texts() {}

    /** Three digits, as many as a figure is worth. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 10_000) {
            return String.format(Locale.ROOT, "%,.0f", value).replace(',', ' ');
        }
        String format = "%.2f";
        if (size >= 100 || value == Math.rint(value)) {
            format = "%.0f";
        } else if (size >= 10) {
            format = "%.1f";
        }
        return String.format(Locale.ROOT, format, value);
    }

    /** The median. */
    static String score(Series series) {
        return number(series.score());
    }

    /** The median and its error bar, if it has one. */
    static String withError(Series series) {
        return withError(series, Texts::number);
    }

    /** The same of a ratio, with two digits behind the point. */
    static String ratio(Series series) {
        return withError(series, Texts::twoDigits);
    }

    private static String withError(Series series, DoubleFunction<String> text) {
        return (series.low() == series.high())
                ? text.apply(series.score())
                : "%s [%s..%s]"
                        .formatted(text.apply(series.score()), text.apply(series.low()), text.apply(series.high()));
    }

    private static String twoDigits(double value) {
        return (value > 0 && value < 10) ? String.format(Locale.ROOT, "%.2f", value) : number(value);
    }

    /** A row of a table. */
    static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /** The first row of a table, and the line below it. */
    static String header(List<String> cells) {
        return row(cells) + "|---".repeat(cells.size()) + "|\n";
    }

    /** A number of threads. */
    static String threads(int count) {
        return (count == 1) ? "1 thread" : count + " threads";
    }
}
