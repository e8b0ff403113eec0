package io.leafid.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** A property that is present without a value, as in the files of the original Leaf, counts as absent. */
final class PropertyText {

    private PropertyText() {}

    static @Nullable String orNull(@Nullable String text) {
        return StringUtils.hasText(text) ? text : null;
    }

    static @Nullable String firstOf(@Nullable String text, @Nullable String otherwise) {
        return StringUtils.hasText(text) ? text : orNull(otherwise);
    }
}
