package io.leafid.textid;

import io.leafid.PrintableText;
import io.leafid.Tags;
import java.util.Map;

/** The way back from a text to its date and its id. Immutable. */
public final class LeafTexts {

    private final Map<String, TextSettings> texts;

    /** Knows the texts of some tags. */
    public LeafTexts(Map<String, TextSettings> byTag) {
        this.texts = Map.copyOf(byTag);
    }

    /** Returns whether texts of a tag have a pattern. */
    public boolean knows(String tag) {
        return texts.containsKey(Tags.requireLegal(tag));
    }

    /**
     * The date and the id of a text.
     *
     * @throws InvalidTextException if it does not have the pattern of the tag, or a wrong check digit
     * @throws IllegalArgumentException if the tag is not legal, or has no pattern
     */
    public TextId parse(String tag, String text) {
        TextSettings settings = texts.get(Tags.requireLegal(tag));
        if (settings == null) {
            throw new IllegalArgumentException(
                    "no pattern is set for the texts of tag '%s'".formatted(PrintableText.of(tag)));
        }
        return settings.pattern().parse(text);
    }
}
