package io.leafid.web;

import io.leafid.segment.store.TagRow;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** A JSON array of rows, in parts of a bounded size. Used by one thread at a time. */
final class RowArrayChunks implements Iterator<byte[]> {

    private static final int ROWS_PER_CHUNK = 1_000;

    private final Iterator<TagRow> rows;
    private char separator = '[';
    private boolean ended;

    RowArrayChunks(Iterator<TagRow> rows) {
        this.rows = rows;
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    @Override
    public byte[] next() {
        if (ended) {
            throw new NoSuchElementException();
        }
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < ROWS_PER_CHUNK && rows.hasNext(); i++) {
            json.append(separator).append(SegmentRequests.fields(rows.next()));
            separator = ',';
        }
        if (!rows.hasNext()) {
            json.append((separator == '[') ? "[]" : "]");
            ended = true;
        }
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
