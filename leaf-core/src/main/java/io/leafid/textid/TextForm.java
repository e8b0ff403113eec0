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
 */
record TextForm(
        NumberFormat number,
        @Nullable CheckDigits check,
        boolean isCheckFirst,
        String head,
        String between,
        String tail) {

    /** The text of an id that fits. One expression, so that nothing but the text is allocated. */
    String text(long id) {
        String zeros = number.zeros(id);
        if (check != null) {
            return checked(check, zeros + number.digits(id));
        }
        return number.isDecimal() ? head + zeros + id + tail : head + zeros + number.digits(id) + tail;
    }

    private String checked(CheckDigits digits, String id) {
        return isCheckFirst
                ? head + digits.of(head, between, id, tail) + between + id + tail
                : head + id + between + digits.of(head, id, between, tail) + tail;
    }
}
