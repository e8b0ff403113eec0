package io.leafid.specification;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.segment.store.SegmentStore;
import io.leafid.workerid.WorkerIdHolder;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The events of one process in a file that outlives a kill of it, each with its moment on the nano clock that all processes of a machine
 * share; nothing where no property names a directory for it. Thread-safe.
 */
public final class EventFile {

    /** The property that names the directory. */
    public static final String PROPERTY = "leaf.specification.events";

    private static final String OF_SEGMENTS = "segment";
    private static final String OF_LEASES = "lease";

    /** A kill may take what was used for so long. */
    private static final long LONGEST_UNTOLD = TimeUnit.MILLISECONDS.toNanos(10);

    private final @Nullable FileChannel channel;
    private long lowest = Long.MAX_VALUE;
    private long highest = -1;
    private long told = System.nanoTime();

    private EventFile(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Begins the file of a process.
     *
     * @param registry a word for the registry that it shares with others
     * @param process a name that no other one has there
     */
    public static EventFile of(String registry, String process) throws IOException {
        String directory = System.getProperty(PROPERTY);
        return (directory == null) ? new EventFile(null) : in(Path.of(directory), registry, process);
    }

    /** The same in a directory, whatever the property says. */
    public static EventFile in(Path directory, String registry, String process) throws IOException {
        return new EventFile(FileChannel.open(
                Files.createDirectories(directory).resolve(registry + "~" + process),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND));
    }

    /** The files of a directory that belong to a registry. */
    public static List<Path> all(Path directory, String registry) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(registry + "~"))
                    .toList();
        }
    }

    /** The holder of the process, whose calls are written down. */
    public WorkerIdHolder traced(WorkerIdHolder holder, String place) {
        return (channel == null) ? holder : new TracedHolder(holder, "", place, this::add);
    }

    /** The store of the process, whose calls are written down. */
    public SegmentStore traced(SegmentStore store) {
        return (channel == null) ? store : TracedStore.of(store, "", this::add);
    }

    /** An event and its moment. */
    public record Timed<E>(long nanos, E event) {}

    /** Writes an event down. */
    public void add(SegmentEvent event) {
        write(OF_SEGMENTS, event.kind(), event.tag(), event.first(), event.end(), event.more());
    }

    /** Writes an event down. */
    public synchronized void add(LeaseEvent event) {
        tellUses();
        write(OF_LEASES, event.kind(), event.place(), event.workerId(), event.token(), event.time(), event.ceiling());
    }

    /** A snowflake id was handed out. Of those between two events the first and the last time are written down. */
    public synchronized void used(long id) {
        if (channel == null) {
            return;
        }
        if (highest >= 0 && workerIdOf(id) != workerIdOf(highest)) {
            tellUses();
        }
        lowest = Math.min(lowest, id);
        highest = Math.max(highest, id);
        if (System.nanoTime() - told > LONGEST_UNTOLD) {
            tellUses();
        }
    }

    private static int workerIdOf(long id) {
        return SnowflakeLayout.DEFAULT.unpack(id).workerId();
    }

    private void tellUses() {
        long first = lowest;
        long last = highest;
        lowest = Long.MAX_VALUE;
        highest = -1;
        told = System.nanoTime();
        if (last >= 0) {
            addUse(first);
            addUse(last);
        }
    }

    private void addUse(long id) {
        SnowflakeId parts = SnowflakeLayout.DEFAULT.unpack(id);
        add(LeaseEvent.used("", parts.workerId(), parts.timestamp().toEpochMilli()));
    }

    private void write(Object... words) {
        if (channel == null) {
            return;
        }
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
        return read(
                file,
                OF_SEGMENTS,
                words -> new SegmentEvent(
                        SegmentEvent.Kind.valueOf(words[2]),
                        process,
                        words[3],
                        -1,
                        Long.parseLong(words[4]),
                        Long.parseLong(words[5]),
                        Long.parseLong(words[6])));
    }

    /** The same of leases. */
    public static List<Timed<LeaseEvent>> leases(Path file, String process) throws IOException {
        return read(
                file,
                OF_LEASES,
                words -> new LeaseEvent(
                        LeaseEvent.Kind.valueOf(words[2]),
                        process,
                        words[3],
                        Integer.parseInt(words[4]),
                        words[5],
                        Long.parseLong(words[6]),
                        Long.parseLong(words[7])));
    }

    private static <E> List<Timed<E>> read(Path file, String subject, Function<String[], E> event) throws IOException {
        String text = Files.readString(file);
        List<Timed<E>> events = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            String[] words = line.split("\t", -1);
            if (words[1].equals(subject)) {
                events.add(new Timed<>(Long.parseLong(words[0]), event.apply(words)));
            }
        }
        return events;
    }
}
