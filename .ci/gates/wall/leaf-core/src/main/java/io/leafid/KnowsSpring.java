package io.leafid;

import org.springframework.util.StringUtils;

/** A class of the engines that knows Spring. */
public final class KnowsSpring {

    private KnowsSpring() {}

    /** Says whether a text has letters. */
    public static boolean hasText(String text) {
        return StringUtils.hasText(text);
    }
}
