package io.leafid.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The calls of one thread in a file that outlives a kill of the process, since it is mapped. For one thread. */
public final class CallLog {

    private static final int RECORD = 4 * Long.BYTES;

    private final MappedByteBuffer buffer;

    private CallLog(MappedByteBuffer buffer) {
        this.buffer = buffer;
    }

    /** Makes a new file with room for so many calls. */
    public static CallLog create(Path file, int mostCalls) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new CallLog(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) mostCalls * RECORD));
        }
    }

    /** Whether another call fits. */
    public boolean hasRoom() {
        return buffer.remaining() >= RECORD;
    }

    /** The end of the call is written last: it is 0 in a record that a kill has cut. */
    public void add(CallRecord call) {
        int at = buffer.position();
        buffer.putLong(at, call.begun());
        buffer.putLong(at + Long.BYTES, call.first());
        buffer.putLong(at + 2 * Long.BYTES, call.last());
        buffer.putLong(at + 3 * Long.BYTES, call.ended());
        buffer.position(at + RECORD);
    }

    /** Reads what a process has written, also while it writes. */
    public static List<CallRecord> read(Path file) throws IOException {
        List<CallRecord> calls = new ArrayList<>();
        ByteBuffer bytes = mapped(file);
        while (bytes.remaining() >= RECORD) {
            long begun = bytes.getLong();
            long first = bytes.getLong();
            long last = bytes.getLong();
            long ended = bytes.getLong();
            if (ended == 0) {
                break;
            }
            calls.add(new CallRecord(begun, ended, first, last));
        }
        return calls;
    }

    /** Mapped, since most of a file may be empty. */
    private static ByteBuffer mapped(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }
}
