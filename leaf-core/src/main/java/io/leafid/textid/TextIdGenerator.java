package io.leafid.textid;

import io.leafid.IdGenerator;
import io.leafid.Tags;
import io.leafid.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts of the tags of an engine, made of the ids that it hands out. Thread-safe. */
public abstract class TextIdGenerator implements IdGenerator {

    private final TimeSource time;
    private volatile Map<String, TextIds> texts = Map.of();
    private volatile Map<String, TextSettings> settings = Map.of();

    /** Makes one whose dates are those of a clock. */
    protected TextIdGenerator(TimeSource time) {
        this.time = time;
    }

    /** Says of which tags texts are made, and how; of all others the digits of an id are the text. */
    public final void texts(Map<String, TextSettings> byTag) {
        settings = Map.copyOf(byTag);
        Map<String, TextIds> made = new HashMap<>();
        for (Map.Entry<String, TextSettings> text : settings.entrySet()) {
            made.put(text.getKey(), new TextIds(text.getKey(), text.getValue(), this, time));
        }
        texts = Map.copyOf(made);
    }

    /** The forms of the texts of the tags that have some. */
    public final Map<String, TextSettings> texts() {
        return settings;
    }

    /** The row that holds the counter of a tag's texts now; the tag if it has no periods. */
    public final String rowOf(String tag) {
        TextSettings own = settings.get(tag);
        return (own == null) ? tag : own.rowAt(tag, time.now());
    }

    @Override
    public final String nextText(String tag) {
        TextIds own = texts.get(Tags.requireLegal(tag));
        return (own == null) ? IdGenerator.super.nextText(tag) : own.next();
    }

    @Override
    public final List<String> nextTexts(String tag, int count) {
        TextIds own = texts.get(Tags.requireLegal(tag));
        return (own == null) ? IdGenerator.super.nextTexts(tag, count) : own.next(Tags.requireBatch(count));
    }
}
