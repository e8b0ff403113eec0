package io.leafid.autoconfigure.properties;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** A property that is present without a value, as in the files of the original Leaf, counts as absent. */
final class PropertyText {

    private PropertyText() {}

    static @Nullable String orNull(@Nullable String text) {
        return StringUtils.hasText(text) ? text : null;
    }

    /** The entries of a list that have text. */
    static List<String> entries(List<String> entries) {
        List<String> texts = new ArrayList<>();
        for (String each : entries) {
            if (StringUtils.hasText(each)) {
                texts.add(each.strip());
            }
        }
        return List.copyOf(texts);
    }

    static @Nullable String firstOf(@Nullable String text, @Nullable String otherwise) {
        return StringUtils.hasText(text) ? text : orNull(otherwise);
    }
}
