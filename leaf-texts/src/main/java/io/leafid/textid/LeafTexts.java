package io.leafid.textid;

import io.leafid.IdGenerator;
import io.leafid.PrintableText;
import io.leafid.Tags;
import io.leafid.TextId;
import io.leafid.TextIds;
import io.leafid.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The texts of some tags. Thread-safe. */
public final class LeafTexts implements TextIds {

    private final Map<String, TextSettings> texts;
    private final Supplier<? extends IdGenerator> ids;
    private final TimeSource time;

    /**
     * Makes texts.
     *
     * @param byTag how those of the tags with a pattern are made
     * @param ids asked when the first text is wanted
     * @param time the clock of their periods
     */
    public LeafTexts(Map<String, TextSettings> byTag, Supplier<? extends IdGenerator> ids, TimeSource time) {
        this.texts = Map.copyOf(byTag);
        this.ids = ids;
        this.time = time;
    }

    @Override
    public String nextText(String tag) {
        return ids.get().nextText(tag);
    }

    @Override
    public List<String> nextTexts(String tag, int count) {
        return ids.get().nextTexts(tag, count);
    }

    @Override
    public boolean knows(String tag) {
        return texts.containsKey(Tags.requireLegal(tag));
    }

    @Override
    public String periodOf(String tag) {
        TextSettings settings = texts.get(Tags.requireLegal(tag));
        return (settings == null) ? tag : settings.rowAt(tag, time.now());
    }

    @Override
    public TextId parse(String tag, String text) {
        TextSettings settings = texts.get(Tags.requireLegal(tag));
        if (settings == null) {
            throw new IllegalArgumentException(
                    "no pattern is set for the texts of tag '%s'".formatted(PrintableText.of(tag)));
        }
        return settings.pattern().parse(text);
    }
}
