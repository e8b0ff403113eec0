package com.example.plain;

import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** A counter for one tag, in a file that processes of one machine share. Thread-safe. */
final class FileStore implements SegmentStore {

    private static final long STEP = 1000;

    private final String tag;
    private final Path file;

    FileStore(String tag, Path file) {
        this.tag = tag;
        this.file = file;
    }

    @Override
    public synchronized AllocatedSegment allocate(String wanted, long amount, long floor) {
        if (!wanted.equals(tag)) {
            throw new UnknownTagException(wanted, "there is no tag '" + wanted + "'", null);
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            long first = counter(channel);
            if (first < floor) { // somebody has put an old file in its place
                throw new CounterSetBackException(tag, first, floor);
            }
            ByteBuffer next = ByteBuffer.allocate(Long.BYTES).putLong(0, Math.addExact(first, amount));
            channel.write(next, 0);
            channel.force(true); // durable before the range is returned: what uniqueness rests on
            return new AllocatedSegment(first, first + amount, STEP);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static long counter(FileChannel channel) throws IOException {
        ByteBuffer stored = ByteBuffer.allocate(Long.BYTES);
        return (channel.read(stored, 0) == Long.BYTES) ? stored.getLong(0) : 1;
    }

    @Override
    public Optional<TagRow> find(String wanted) {
        return findAll().stream().filter(row -> row.tag().equals(wanted)).findFirst();
    }

    @Override
    public synchronized List<TagRow> findAll() {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return List.of(new TagRow(tag, counter(channel), STEP));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public boolean create(String wanted, int step, long initialId) {
        return false;
    }

    @Override
    public boolean giveBack(String wanted, long first, long end) {
        return false; // what is left at the end is skipped
    }
}
