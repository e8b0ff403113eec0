package io.leafid.segment.store;

import io.leafid.text.Typos;
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

    private static int mistakes(String written, String meant) {
        return (Math.abs(written.length() - meant.length()) > MOST_MISTAKES)
                ? Integer.MAX_VALUE
                : Typos.between(written.toLowerCase(Locale.ROOT), meant.toLowerCase(Locale.ROOT));
    }
}
