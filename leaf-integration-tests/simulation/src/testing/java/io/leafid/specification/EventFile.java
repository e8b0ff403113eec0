package io.leafid.specification;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of one process in a file that outlives a kill of it, each with its moment on the nano clock that all processes of a machine
 * share. Thread-safe.
 */
public final class EventFile {

    private static final String OF_SEGMENTS = "segment";

    private final FileChannel channel;

    private EventFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Begins a file. */
    public static EventFile create(Path file) throws IOException {
        return new EventFile(FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    /** An event and its moment. */
    public record Timed<E>(long nanos, E event) {}

    /** Writes an event down. */
    public void add(SegmentEvent event) {
        write(OF_SEGMENTS, event.kind(), event.tag(), event.first(), event.end(), event.more());
    }

    /** Writes an event down. */
    public void add(LeaseEvent event) {
        write(
                "lease",
                event.kind(),
                event.place(),
                event.workerId(),
                event.token(),
                event.time(),
                event.ceiling());
    }

    private void write(Object... words) {
        StringBuilder line = new StringBuilder(String.valueOf(System.nanoTime()));
        for (Object word : words) {
            line.append('\t').append(word);
        }
        try {
            channel.write(ByteBuffer.wrap(line.append('\n').toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The events of segments, by a process of this name. A kill may have cut the last line. */
    public static List<Timed<SegmentEvent>> segments(Path file, String process) throws IOException {
        List<Timed<SegmentEvent>> events = new ArrayList<>();
        for (String[] words : lines(file)) {
            if (words[1].equals(OF_SEGMENTS)) {
                events.add(new Timed<>(
                        Long.parseLong(words[0]),
                        new SegmentEvent(
                                SegmentEvent.Kind.valueOf(words[2]),
                                process,
                                words[3],
                                -1,
                                Long.parseLong(words[4]),
                                Long.parseLong(words[5]),
                                Long.parseLong(words[6]))));
            }
        }
        return events;
    }

    /** The same of leases. */
    public static List<Timed<LeaseEvent>> leases(Path file, String process) throws IOException {
        List<Timed<LeaseEvent>> events = new ArrayList<>();
        for (String[] words : lines(file)) {
            if (!words[1].equals(OF_SEGMENTS)) {
                events.add(new Timed<>(
                        Long.parseLong(words[0]),
                        new LeaseEvent(
                                LeaseEvent.Kind.valueOf(words[2]),
                                process,
                                words[3],
                                Integer.parseInt(words[4]),
                                words[5],
                                Long.parseLong(words[6]),
                                Long.parseLong(words[7]))));
            }
        }
        return events;
    }

    private static List<String[]> lines(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> line.split("\t", -1))
                .toList();
    }
}
