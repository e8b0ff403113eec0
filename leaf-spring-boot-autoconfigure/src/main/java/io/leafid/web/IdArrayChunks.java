package io.leafid.web;

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

    /** The digits of the largest id, with quotes and a comma. */
    private static final int MAX_LENGTH = 22;

    private final int wanted;
    private final IntFunction<long[]> ids;
    private int taken;

    IdArrayChunks(int wanted, IntFunction<long[]> ids) {
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
        long[] part = ids.apply(Math.min(CHUNK_SIZE, wanted - taken));
        StringBuilder json = new StringBuilder(part.length * MAX_LENGTH + 2);
        for (long id : part) {
            json.append(taken == 0 ? '[' : ',').append('"').append(id).append('"');
            taken++;
        }
        if (!hasNext()) {
            json.append(']');
        }
        return json.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
