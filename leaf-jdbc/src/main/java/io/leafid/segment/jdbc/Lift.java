package io.leafid.segment.jdbc;

/**
 * An allocation that may lift the counter on its way. Immutable. All numbers are of the counter, not ids.
 *
 * @param amount how many numbers to take, at least 1
 * @param least the counter must stand here or higher, or it was rewound; 0 if that is not known
 * @param floor the first number must be at least this
 * @param ceiling the end of the range, exclusive, is at most this
 */
public record Lift(long amount, long least, long floor, long ceiling) {

    public Lift {
        if (amount < 1 || least < 0 || floor < 0 || ceiling < 0) {
            throw new IllegalArgumentException("an allocation takes 1 or more numbers of 0 or more, not %s, %s, %s, %s"
                    .formatted(amount, least, floor, ceiling));
        }
    }

    /** An allocation that lifts nothing. */
    public static Lift none(long amount) {
        return new Lift(amount, 0, 0, Long.MAX_VALUE);
    }

    /** Returns whether the range would end above the ceiling even if the counter stood at 0. */
    public boolean isTooHigh() {
        return amount > ceiling || floor > ceiling - amount;
    }
}
