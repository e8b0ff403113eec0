package io.leafid.publicid;

import javax.crypto.Cipher;

/**
 * Public ids that are one AES block each: the id in the first eight bytes, the hash of the tag in the last eight. Thread-safe.
 *
 * <p>A block cipher is a permutation of all blocks that cannot be told from a random one without the key. So a block that was not
 * made with a key decrypts to any hash with the same probability, and one of 2<sup>64</sup> is the right one.
 */
public final class AesPublicIds implements PublicIds {

    private final TagHashes hashes = new TagHashes();
    private final AesBlocks encryption;
    private final AesBlocks[] decryptions;

    /** Makes public ids with one of the keys, and reads those made with any of them. */
    public AesPublicIds(PublicIdKeys keys) {
        this.encryption = new AesBlocks(keys.currentKey(), Cipher.ENCRYPT_MODE);
        this.decryptions = keys.all().stream()
                .map(key -> new AesBlocks(key, Cipher.DECRYPT_MODE))
                .toArray(AesBlocks[]::new);
    }

    @Override
    public String encode(String tag, long id) {
        if (id < 0) {
            throw new IllegalArgumentException(
                    "an id of tag '%s' is never negative, but this is %s".formatted(tag, id));
        }
        AesBlocks.Block block = encryption.take();
        block.run(id, hashes.of(tag));
        String text = block.text();
        encryption.giveBack(block);
        return text;
    }

    @Override
    public long decode(String tag, String text) {
        long hash = hashes.of(tag);
        String problem = PublicIdText.problemOf(text);
        if (problem != null) {
            throw new InvalidPublicIdException(tag, problem);
        }
        long id = decrypt(PublicIdText.high(text), PublicIdText.low(text), hash);
        if (id < 0) {
            throw new InvalidPublicIdException(
                    tag, "it was changed, or made for another tag or with a key that is not configured");
        }
        return id;
    }

    /** Tries every key, without a branch that depends on a hash, and returns -1 if none fits. */
    private long decrypt(long high, long low, long hash) {
        long found = -1;
        for (AesBlocks decryption : decryptions) {
            AesBlocks.Block block = decryption.take();
            block.run(high, low);
            long difference = block.low() ^ hash;
            long mask = ((difference | -difference) >> 63); // 0 if they are equal, else all ones
            found = (found & mask) | (block.high() & ~mask);
            decryption.giveBack(block);
        }
        return found;
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "PublicIds[keys=%s]".formatted(decryptions.length);
    }
}
