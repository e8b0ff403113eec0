package io.leafid.segment.store;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The tag that somebody may have meant who has mistyped one. Stateless. */
final class NearestTag {

    /** Among more, looking for it would take longer than the call. */
    private static final int MOST_KNOWN = 1_000;

    private static final int MOST_MISTAKES = 2;

    private NearestTag() {}

    /** The known tag with the fewest mistakes, at most two and fewer than it has characters; upper and lower case are none. */
    static Optional<String> of(String tag, Collection<String> known) {
        if (known.size() > MOST_KNOWN) {
            return Optional.empty();
        }
        return known.stream()
                .filter(each -> mistakes(tag, each) <= Math.min(MOST_MISTAKES, each.length() - 1))
                .min(Comparator.comparingInt((String each) -> mistakes(tag, each))
                        .thenComparing(each -> each));
    }

    /** Characters to insert, to delete or to replace. */
    private static int mistakes(String written, String meant) {
        String from = written.toLowerCase(Locale.ROOT);
        String to = meant.toLowerCase(Locale.ROOT);
        if (Math.abs(from.length() - to.length()) > MOST_MISTAKES) {
            return Integer.MAX_VALUE;
        }
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
