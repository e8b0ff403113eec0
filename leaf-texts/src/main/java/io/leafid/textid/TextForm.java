package io.leafid.textid;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of the texts of one date: all but the id and the check digits is fixed. Immutable.
 *
 * @param number how the id is written
 * @param pairs pairs of its digits by their value, then single ones
 * @param check how check digits are computed; {@code null} for none
 * @param isCheckFirst whether the check digits stand before the id
 * @param head what comes before both, with the zeros that every id has
 * @param between what comes between them, with those zeros if the id stands last; empty without check digits
 * @param tail what comes after them
 * @param stateBefore what the check digits are computed from up to the id; 0 without check digits
 */
record TextForm(
        NumberFormat number,
        List<String> pairs,
        @Nullable CheckDigits check,
        boolean isCheckFirst,
        String head,
        String between,
        String tail,
        int stateBefore) {

    /** The text of an id that fits. One expression, so that nothing but the text is allocated. */
    String text(long id) {
        return number.isDecimal() ? decimal(number.zeros(id), id) : inPairs(id);
    }

    private String decimal(String zeros, long id) {
        String end = end((check == null) ? 0 : check.addDecimal(stateBefore, zeros, id));
        return isCheckFirst ? head + end + between + zeros + id + tail : head + zeros + id + between + end + tail;
    }

    private String inPairs(long id) {
        int square = number.base() * number.base();
        String p0 = pair(id, 0);
        long rest = id / square;
        String p1 = pair(rest, 1);
        rest /= square;
        String p2 = pair(rest, 2);
        rest /= square;
        String p3 = pair(rest, 3);
        rest /= square;
        String p4 = pair(rest, 4);
        rest /= square;
        String p5 = pair(rest, 5);
        String p6 = pair(rest / square, 6);
        String end = end(add(add(add(add(add(add(add(stateBefore, p6), p5), p4), p3), p2), p1), p0));
        return isCheckFirst
                ? head + end + between + p6 + p5 + p4 + p3 + p2 + p1 + p0 + tail
                : head + p6 + p5 + p4 + p3 + p2 + p1 + p0 + between + end + tail;
    }

    /** Two digits of an id, one, or none before its first one. */
    private String pair(long rest, int place) {
        int base = number.base();
        int square = base * base;
        int width = number.width() - 2 * place;
        if (rest == 0 && place > 0 && width <= 0) {
            return "";
        }
        return pairs.get((int) ((rest < base && width <= 1) ? square + rest : rest % square));
    }

    private int add(int state, String text) {
        return (check == null) ? 0 : check.add(state, text);
    }

    private String end(int state) {
        int stateAfter = isCheckFirst ? state : add(state, between);
        return (check == null) ? "" : check.end(add(stateAfter, tail));
    }
}
