package io.leafid.web;

import io.leafid.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;

/**
 * A batch of ids as a JSON array of texts, in chunks, so that a slow client costs no more memory than a chunk. A
 * chunk's ids are taken when it is asked for. For one thread at a time.
 */
final class IdArrayChunks implements Iterator<byte[]> {

    /** Ids of one chunk, taken at once: a batch up to this size is all or an exception. */
    static final int CHUNK_SIZE = 10_000;

    private final int wanted;
    private final IntFunction<?> ids;
    private int taken;

    /** Takes ids, or texts, from a function that returns as many as it is asked for. */
    IdArrayChunks(int wanted, IntFunction<?> ids) {
        this.wanted = wanted;
        this.ids = ids;
    }

    @Override
    public boolean hasNext() {
        return taken < wanted;
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int size = Math.min(CHUNK_SIZE, wanted - taken);
        String part = JsonWriter.forBrowsers().write(ids.apply(size));
        String begin = (taken == 0) ? "[" : ",";
        taken += size;
        String json = begin + part.substring(1, part.length() - (hasNext() ? 1 : 0));
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
