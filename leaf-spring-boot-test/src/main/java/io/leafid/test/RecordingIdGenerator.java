package io.leafid.test;

import io.leafid.IdGenerationException;
import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.IdsExhaustedException;
import io.leafid.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A generator for tests with predictable ids, which counts and records them: the ids of each tag are consecutive. It needs
 * neither Spring nor a store. Thread-safe.
 */
public final class RecordingIdGenerator implements IdGenerator {

    private final long first;
    private final Map<String, List<Long>> issued = new TreeMap<>();
    private @Nullable IdGenerationException failure;

    /** Makes a generator whose first id of each tag is 1. */
    public RecordingIdGenerator() {
        this(1);
    }

    /**
     * Makes a generator.
     *
     * @param first the first id of each tag, not negative
     */
    public RecordingIdGenerator(long first) {
        if (first < 0) {
            throw new IllegalArgumentException("no id is negative, but the first one is to be " + first);
        }
        this.first = first;
    }

    /** The ids of a tag that were handed out, in order. */
    public synchronized List<Long> issued(String tag) {
        return List.copyOf(issued.getOrDefault(tag, List.of()));
    }

    /** The tags of which ids were handed out, sorted. */
    public synchronized List<String> tags() {
        return List.copyOf(issued.keySet());
    }

    /** The number of ids that were handed out. */
    public synchronized int count() {
        return issued.values().stream().mapToInt(List::size).sum();
    }

    /** Makes every call throw from now on, as an engine does without its store. */
    public synchronized void failWith(IdGenerationException exception) {
        failure = exception;
    }

    /** Makes calls succeed again; the ids go on where they were. */
    public synchronized void recover() {
        failure = null;
    }

    /** Forgets everything: the ids begin anew, and calls succeed. */
    public synchronized void reset() {
        issued.clear();
        failure = null;
    }

    @Override
    public long nextId(String tag) {
        return nextIds(tag, 1)[0];
    }

    @Override
    public synchronized long[] nextIds(String tag, int count) {
        Tags.requireLegal(tag);
        Tags.requireBatch(count);
        IdGenerationException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
        if (first > Long.MAX_VALUE - issued.getOrDefault(tag, List.of()).size() - (count - 1)) {
            throw new IdsExhaustedException("tag '%s' has no more ids".formatted(tag), null);
        }
        List<Long> ofTag = issued.computeIfAbsent(tag, unused -> new ArrayList<>());
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = first + ofTag.size();
            ofTag.add(ids[i]);
        }
        return ids;
    }

    @Override
    public IdSequence sequence(String tag) {
        return new Sequence(this, Tags.requireLegal(tag));
    }

    private record Sequence(RecordingIdGenerator generator, String tag) implements IdSequence {

        @Override
        public long next() {
            return generator.nextId(tag);
        }

        @Override
        public long[] next(int count) {
            return generator.nextIds(tag, count);
        }
    }
}
