package io.leafid;

import org.jspecify.annotations.Nullable;

/**
 * The texts of a tag, for an operator. Immutable.
 *
 * @param pattern what they look like
 * @param period when their counter begins anew, such as {@code DAY}; {@code NONE} if it never does
 * @param zone the time zone of their dates
 * @param row the tag whose ids they have now, which is that of the period
 * @param used share of the texts of that period that are used, as far as this process knows; {@code null} if their number has no end
 */
public record TextStatus(
        String pattern,
        String period,
        String zone,
        String row,
        @Nullable Double used) {}
