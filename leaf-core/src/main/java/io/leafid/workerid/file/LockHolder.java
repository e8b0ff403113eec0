package io.leafid.workerid.file;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holder of a lock, as it has recorded itself in the locked file. Immutable.
 *
 * @param pid the number of its process
 * @param identity who the instance is
 * @param directory its state directory
 */
record LockHolder(long pid, String identity, String directory) {

    static LockHolder self(String identity, String directory) {
        return new LockHolder(ProcessHandle.current().pid(), identity, directory.replaceAll("\\p{Cntrl}", "?"));
    }

    /** The instance, for messages. */
    String instance() {
        return "%s with the state directory %s".formatted(identity, directory);
    }

    @Override
    public String toString() {
        return "process %s, as %s".formatted(pid, instance());
    }

    byte[] toBytes() {
        return "pid=%s\nidentity=%s\ndirectory=%s\n"
                .formatted(pid, identity, directory)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #toBytes} wrote; {@code null} if it is something else. */
    static @Nullable LockHolder parse(String text) {
        Map<String, String> values = new HashMap<>();
        text.lines().forEach(line -> {
            String[] pair = line.split("=", 2);
            values.put(pair[0], pair[pair.length - 1].strip());
        });
        try {
            long pid = Long.parseLong(values.getOrDefault("pid", ""));
            return new LockHolder(pid, values.getOrDefault("identity", ""), values.getOrDefault("directory", ""));
        } catch (NumberFormatException ex) {
            return null;
        }
    }
}
