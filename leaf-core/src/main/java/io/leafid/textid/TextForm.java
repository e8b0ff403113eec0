package io.leafid.textid;

import org.jspecify.annotations.Nullable;

/**
 * The form of the texts of one date: all but the id and the check digits is fixed. Immutable.
 *
 * @param number how the id is written
 * @param check how check digits are computed; {@code null} for none
 * @param isCheckFirst whether the check digits stand before the id
 * @param head what comes before both
 * @param between what comes between them; empty without check digits
 * @param tail what comes after them
 * @param stateBefore what the check digits are computed from up to the id; 0 without check digits
 */
record TextForm(
        NumberFormat number,
        @Nullable CheckDigits check,
        boolean isCheckFirst,
        String head,
        String between,
        String tail,
        int stateBefore) {

    /** The text of an id that fits. One expression, so that nothing but the text is allocated. */
    String text(long id) {
        String zeros = number.zeros(id);
        if (check != null) {
            return number.isDecimal() ? checkedDecimal(check, zeros, id) : checked(check, zeros + number.digits(id));
        }
        return number.isDecimal() ? head + zeros + id + tail : head + zeros + number.digits(id) + tail;
    }

    private String checkedDecimal(CheckDigits digits, String zeros, long id) {
        String end = end(digits, digits.addDecimal(stateBefore, zeros, id));
        return isCheckFirst ? head + end + between + zeros + id + tail : head + zeros + id + between + end + tail;
    }

    private String checked(CheckDigits digits, String id) {
        String end = end(digits, digits.add(stateBefore, id));
        return isCheckFirst ? head + end + between + id + tail : head + id + between + end + tail;
    }

    private String end(CheckDigits digits, int state) {
        int stateAfter = isCheckFirst ? state : digits.add(state, between);
        return digits.end(digits.add(stateAfter, tail));
    }
}
