package io.leafid.web.route;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The body of an answer in small pieces: a reactive server asks for a hundred of them ahead of what the client has read. For
 * one thread at a time.
 */
public final class ResponseBuffers implements Iterator<ByteBuffer> {

    private static final int SIZE = 8_192;

    private final Iterator<byte[]> rest;
    private byte[] part;
    private int sent;

    /** Cuts an answer into pieces. */
    public ResponseBuffers(RouteResponse answer) {
        this.part = answer.first();
        this.rest = answer.rest();
    }

    @Override
    public boolean hasNext() {
        return sent < part.length || rest.hasNext();
    }

    @Override
    public ByteBuffer next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (sent == part.length) {
            part = rest.next();
            sent = 0;
        }
        int size = Math.min(SIZE, part.length - sent);
        ByteBuffer slice = ByteBuffer.wrap(part, sent, size).slice();
        sent += size;
        return slice;
    }
}
