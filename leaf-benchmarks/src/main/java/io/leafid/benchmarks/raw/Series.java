package io.leafid.benchmarks.raw;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Values of one quantity, round by round. Immutable.
 *
 * <p>Its score is the median, which one disturbed round does not move. Its error bar is the interval that holds the median of
 * all such rounds with 95 %, whatever their distribution: it lies between two of them, which stand as far apart in the order of the
 * rounds as that takes. Of seven rounds or fewer they are the lowest and the highest, which is 94 % of five.
 *
 * @param unit of the values
 * @param rounds the values, in the order in which they were measured
 */
@JsonPropertyOrder({"score", "low", "high", "unit", "rounds"})
public record Series(String unit, List<Double> rounds) {

    /** Digits that are kept. */
    private static final MathContext DIGITS = new MathContext(5);

    /** Standard deviations to either side that hold 95 %. */
    private static final double DEVIATIONS = 1.96;

    /** Makes one of at least one value. */
    public Series {
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("no rounds");
        }
    }

    /** Of values as they were measured, without the digits that say nothing. */
    public static Series of(String unit, Collection<? extends Number> values) {
        return new Series(
                unit,
                values.stream().map(value -> shortened(value.doubleValue())).toList());
    }

    /** Of one value. */
    public static Series of(String unit, double value) {
        return of(unit, List.of(value));
    }

    private static double shortened(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : 0;
    }

    /** The median. */
    @JsonProperty(access = Access.READ_ONLY)
    public double score() {
        double[] sorted = sorted();
        int half = sorted.length / 2;
        return (sorted.length % 2 == 1) ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** The low end of the error bar. */
    @JsonProperty(access = Access.READ_ONLY)
    public double low() {
        return sorted()[rank()];
    }

    /** The high end of the error bar. */
    @JsonProperty(access = Access.READ_ONLY)
    public double high() {
        return sorted()[rounds.size() - 1 - rank()];
    }

    /** The number of values that lie below the error bar, and above it. */
    private int rank() {
        int count = rounds.size();
        return Math.max(0, (int) ((count - DEVIATIONS * Math.sqrt(count)) / 2));
    }

    private double[] sorted() {
        return rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** The ratio to another quantity, of each round by itself, since a machine is not the same in all of them. */
    public Series over(Series base) {
        return beside(base, "", (value, of) -> value / of);
    }

    /** The difference to another quantity, of each round by itself. */
    public Series minus(Series base) {
        return beside(base, unit, (value, of) -> value - of);
    }

    private Series beside(Series base, String of, DoubleBinaryOperator function) {
        return of(
                of,
                IntStream.range(0, Math.min(rounds.size(), base.rounds.size()))
                        .mapToObj(round -> function.applyAsDouble(rounds.get(round), base.rounds.get(round)))
                        .toList());
    }

    /** Another quantity that follows from this one, round by round. */
    public Series mapped(String to, DoubleUnaryOperator function) {
        return of(
                to, rounds.stream().map(value -> function.applyAsDouble(value)).toList());
    }

    /** In how many rounds something holds. */
    public long roundsIn(DoublePredicate condition) {
        return rounds.stream().filter(condition::test).count();
    }
}
