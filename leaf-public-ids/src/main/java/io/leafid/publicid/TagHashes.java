package io.leafid.publicid;

import io.leafid.Tags;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Hashes of tags: the first 64 bits of SHA-256 over the tag's UTF-8 bytes. Thread-safe.
 *
 * <p>Those of the first tags are remembered, since a hash costs more than a public id; there is a limit, because a tag may come
 * from outside.
 */
final class TagHashes {

    private static final int MAX_REMEMBERED = 4_096;

    private final ConcurrentMap<String, Long> remembered = new ConcurrentHashMap<>();

    /**
     * The hash of a tag.
     *
     * @throws IllegalArgumentException if the tag is not legal
     */
    long of(String tag) {
        Long known = remembered.get(tag);
        return (known != null) ? known : first(tag);
    }

    private long first(String tag) {
        long hash = hash(Tags.requireLegal(tag));
        if (remembered.size() < MAX_REMEMBERED) {
            remembered.put(tag, hash);
        }
        return hash;
    }

    static long hash(String tag) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(tag.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", ex);
        }
    }
}
