package io.leafid.workerid.file;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.Mark;
import io.leafid.workerid.NodeIdentity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The content of a mark file: whose mark it is, in lines of {@code key=value} that end with a checksum. Immutable.
 *
 * @param identity who wrote it, as {@code host:port}
 * @param layout the layout of the ids that it is about
 * @param mark what was noted
 */
record MarkRecord(String identity, SnowflakeLayout layout, Mark mark) {

    private static final String CHECKSUM = "checksum=";

    static MarkRecord of(NodeIdentity identity, SnowflakeLayout layout, Mark mark) {
        return new MarkRecord(identity.toString(), layout, mark);
    }

    boolean isOf(NodeIdentity other) {
        return identity.equals(other.toString());
    }

    byte[] toBytes() {
        String body = """
                # Written by Leaf ahead of the ids that it covers. Do not edit; a copy is of no use to another instance.
                version=1
                identity=%s
                epoch=%d
                bits=%d,%d,%d
                workerId=%d
                token=%s
                mark=%d
                ceiling=%d
                """.formatted(
                        identity,
                        layout.epochMillis(),
                        layout.timestampBits(),
                        layout.workerIdBits(),
                        layout.sequenceBits(),
                        mark.workerId(),
                        mark.token(),
                        mark.markMillis(),
                        mark.ceilingMillis());
        return (body + CHECKSUM + checksum(body) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #toBytes} wrote; empty if a single byte differs, or if another version wrote it. */
    static Optional<MarkRecord> parse(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        int end = text.lastIndexOf(CHECKSUM);
        boolean isWhole = end >= 0 && text.substring(end).equals(CHECKSUM + checksum(text.substring(0, end)) + "\n");
        if (!isWhole) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        text.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> values.put(pair[0], pair[1]));
        return "1".equals(values.get("version")) ? Optional.of(from(values)) : Optional.empty();
    }

    private static MarkRecord from(Map<String, String> values) {
        int[] bits = Arrays.stream(text(values, "bits").split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return new MarkRecord(
                text(values, "identity"),
                new SnowflakeLayout(number(values, "epoch"), bits[0], bits[1], bits[2]),
                new Mark(
                        (int) number(values, "workerId"),
                        text(values, "token"),
                        number(values, "mark"),
                        number(values, "ceiling")));
    }

    private static String text(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalStateException(
                    "a mark file of version 1 has no '" + key + "', though its checksum is right");
        }
        return value;
    }

    private static long number(Map<String, String> values, String key) {
        return Long.parseLong(text(values, key));
    }

    private static String checksum(String body) {
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
