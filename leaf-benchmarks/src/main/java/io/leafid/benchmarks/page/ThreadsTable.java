package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A row for each subject, a column for each number of threads. Immutable.
 *
 * @param corner what stands in the corner, such as the unit
 * @param subjects the rows, with their names in the raw figures
 * @param threads the columns
 * @param cell the text of a figure
 * @param last the title of the last column, and what stands in it
 */
record ThreadsTable(String corner, List<Subject> subjects, List<Integer> threads, Cell cell, Map<String, Last> last)
        implements Table {

    /** A row. */
    record Subject(String name, String title) {}

    /** The text of one figure. */
    @FunctionalInterface
    interface Cell {

        String of(Figure figure, RawFigures raw);
    }

    /** The text of all figures of a subject. */
    @FunctionalInterface
    interface Last {

        String of(List<Figure> figures);
    }

    /** The median, beside the one of a base with as many threads. */
    static Cell beside(String base) {
        return (figure, raw) -> figure.name().equals(base)
                ? Texts.score(figure.column("score"))
                : "%s (%s)"
                        .formatted(
                                Texts.score(figure.column("score")),
                                Texts.ratio(ratio(raw, figure.name(), base, figure.threads())));
    }

    /** The ratio of two scores. */
    static Series ratio(RawFigures raw, String name, String base, int threads) {
        return raw.figure(name, threads)
                .column("score")
                .over(raw.figure(base, threads).column("score"));
    }

    @Override
    public String markdown(RawFigures raw) {
        List<String> titles = new ArrayList<>(List.of(corner));
        threads.forEach(count -> titles.add(Texts.threads(count)));
        titles.addAll(last.keySet());
        StringBuilder text = new StringBuilder(Texts.header(titles));
        for (Subject subject : subjects) {
            List<Figure> figures = threads.stream()
                    .map(count -> raw.figure(subject.name, count))
                    .toList();
            List<String> cells = new ArrayList<>(List.of(subject.title));
            figures.forEach(figure -> cells.add(cell.of(figure, raw)));
            last.values().forEach(column -> cells.add(column.of(figures)));
            text.append(Texts.row(cells));
        }
        return text.toString();
    }
}
