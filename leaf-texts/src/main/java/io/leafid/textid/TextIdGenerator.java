package io.leafid.textid;

import io.leafid.IdGenerator;
import io.leafid.TagLimit;
import io.leafid.Tags;
import io.leafid.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An engine, with the texts of its tags, which are made of the ids that it hands out. Thread-safe. */
public abstract class TextIdGenerator implements IdGenerator, AutoCloseable {

    private final TimeSource time;
    private volatile Map<String, TagTexts> texts = Map.of();
    private volatile Map<String, TextSettings> settings = Map.of();

    /** Makes one whose dates are those of a clock. */
    protected TextIdGenerator(TimeSource time) {
        this.time = time;
    }

    /** Begins to issue ids, for the first time or again after {@link #stop()}. */
    public abstract void start();

    /** Stops issuing until the next start, and holds nothing that a copy of this process's memory could issue too. Idempotent. */
    public abstract void stop();

    /** Stops for good. Idempotent. */
    @Override
    public abstract void close();

    /** Changes the limit of a tag from now on, also for sequences that were obtained before. */
    public abstract void limit(String tag, TagLimit limit);

    /** Says of which tags texts are made, and how; of all others the digits of an id are the text. */
    public final void texts(Map<String, TextSettings> byTag) {
        settings = Map.copyOf(byTag);
        Map<String, TagTexts> made = new HashMap<>();
        for (Map.Entry<String, TextSettings> text : settings.entrySet()) {
            made.put(text.getKey(), new TagTexts(text.getKey(), text.getValue(), this, time));
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
        TagTexts own = texts.get(Tags.requireLegal(tag));
        return (own == null) ? IdGenerator.super.nextText(tag) : own.next();
    }

    @Override
    public final List<String> nextTexts(String tag, int count) {
        TagTexts own = texts.get(Tags.requireLegal(tag));
        return (own == null) ? IdGenerator.super.nextTexts(tag, count) : own.next(Tags.requireBatch(count));
    }
}
