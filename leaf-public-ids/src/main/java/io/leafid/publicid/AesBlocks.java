package io.leafid.publicid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * AES with one key in one direction, over single blocks. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A block is used by one thread at a time: it is taken out of its slot, and put back when it is done with.
 *   - A slot is empty or holds a block that no thread uses. A thread that finds its slot empty makes a block, which takes some
 *     microseconds; the slot keeps the one that came back last.
 * Slots are chosen by the thread, without a ThreadLocal: virtual threads are many, and a redeployed application leaves nothing
 * behind in the threads of its server.
 * </pre>
 */
final class AesBlocks {

    /** One block at a time, so that the modes that chain blocks have nothing to add. */
    private static final String TRANSFORMATION = "AES/ECB/NoPadding";

    /** Slots lie this far apart, so that two threads do not write to one line of the processor's cache. */
    private static final int SPACING = 16;

    private static final int SLOTS = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 8);

    private final SecretKey key;
    private final int mode;
    private final AtomicReferenceArray<@Nullable Block> slots = new AtomicReferenceArray<>(SLOTS * SPACING);

    /** Blocks in one direction, as {@link Cipher#init} names it. */
    AesBlocks(SecretKey key, int mode) {
        this.key = key;
        this.mode = mode;
        giveBack(newBlock()); // so that a key which this Java cannot use is refused now
    }

    /** A block for this thread alone, until it is given back; one that is not given back is garbage. */
    Block take() {
        Block block = slots.getAndSet(slot(), null);
        return (block != null) ? block : newBlock();
    }

    void giveBack(Block block) {
        slots.setRelease(slot(), block);
    }

    private static int slot() {
        return (int) (Thread.currentThread().getId() & (SLOTS - 1)) * SPACING;
    }

    @SuppressWarnings(
            "InsecureCryptoUsage") // ECB repeats itself from block to block, and here is one block with an id in it
    private Block newBlock() {
        try {
            Cipher cipher = Cipher.getInstance(TRANSFORMATION);
            cipher.init(mode, key);
            return new Block(cipher);
        } catch (GeneralSecurityException ex) {
            throw new IllegalArgumentException("a key of public ids cannot be used with AES", ex);
        }
    }

    /** A cipher and the bytes that go through it. Used by one thread at a time. */
    static final class Block {

        private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

        private static final int BYTES = 2 * Long.BYTES;

        private final Cipher cipher;
        private final byte[] from = new byte[BYTES];
        private final byte[] to = new byte[BYTES];
        private final byte[] characters = new byte[PublicIds.LENGTH];

        private Block(Cipher cipher) {
            this.cipher = cipher;
        }

        /** Encrypts or decrypts two halves. */
        void run(long high, long low) {
            LONGS.set(from, 0, high);
            LONGS.set(from, Long.BYTES, low);
            try {
                cipher.update(from, 0, BYTES, to, 0);
            } catch (GeneralSecurityException ex) {
                throw new IllegalStateException("AES fails on a block of 16 bytes", ex);
            }
        }

        long high() {
            return (long) LONGS.get(to, 0);
        }

        long low() {
            return (long) LONGS.get(to, Long.BYTES);
        }

        String text() {
            PublicIdText.write(high(), low(), characters);
            return new String(characters, StandardCharsets.ISO_8859_1);
        }
    }
}
