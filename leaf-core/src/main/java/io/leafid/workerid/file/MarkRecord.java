package io.leafid.workerid.file;

import io.leafid.SnowflakeLayout;
import io.leafid.file.CheckedText;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LayoutNumbers;
import io.leafid.workerid.NodeIdentity;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a mark file: whose mark it is, in lines of {@code key=value} that end with a checksum. Immutable.
 *
 * @param identity who wrote it, as {@code host:port}
 * @param layout the layout of the ids that it is about
 * @param mark the mark
 * @param binding where it belongs
 */
record MarkRecord(String identity, SnowflakeLayout layout, HighWaterMark mark, MarkBinding binding) {

    private static final String VERSION = "2";

    static MarkRecord of(NodeIdentity identity, SnowflakeLayout layout, HighWaterMark mark, MarkBinding binding) {
        return new MarkRecord(identity.toString(), layout, mark, binding);
    }

    boolean isOf(NodeIdentity other) {
        return identity.equals(other.toString());
    }

    /** The same as a file has it that says when it was made, and was made at another moment. */
    MarkRecord foundIn(String born) {
        boolean isCopy = !binding.born().isEmpty() && !binding.born().equals(born);
        return isCopy ? new MarkRecord(identity, layout, mark, binding.copied()) : this;
    }

    byte[] toBytes() {
        String body = """
                # Written by Leaf ahead of the ids that it covers. Do not edit; a copy is of no use to another instance.
                version=%s
                identity=%s
                epoch=%s
                bits=%s
                workerId=%s
                token=%s
                mark=%s
                ceiling=%s
                """.formatted(
                                VERSION,
                                identity,
                                layout.epochMillis(),
                                LayoutNumbers.of(layout).bits(","),
                                mark.workerId(),
                                mark.token(),
                                mark.markMillis(),
                                mark.ceilingMillis())
                + lines(binding);
        return CheckedText.seal(body).getBytes(StandardCharsets.UTF_8);
    }

    private static String lines(MarkBinding binding) {
        WritingProcess writer = binding.writer();
        return """
                registry=%s
                service=%s
                directory=%s
                lock=%s
                born=%s
                machine=%s
                boot=%s
                pidNamespace=%s
                pid=%s
                """.formatted(
                        oneLine(binding.registry()),
                        oneLine(binding.service()),
                        oneLine(binding.directory()),
                        binding.lockKey(),
                        binding.born(),
                        writer.machine(),
                        writer.boot(),
                        writer.pidNamespace(),
                        writer.pid());
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Reads what {@link #toBytes} wrote; empty if a single byte differs, or if a version wrote it that is not known. */
    static Optional<MarkRecord> parse(byte[] content) {
        return CheckedText.open(new String(content, StandardCharsets.UTF_8)).flatMap(MarkRecord::parse);
    }

    private static Optional<MarkRecord> parse(String text) {
        Map<String, String> values = new HashMap<>();
        text.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> values.put(pair[0], pair[1]));
        try {
            return text(values, "version").equals(VERSION) ? Optional.of(from(values)) : Optional.empty();
        } catch (IllegalArgumentException ex) {
            return Optional.empty(); // any writer can compute a checksum
        }
    }

    private static MarkBinding bindingOf(Map<String, String> values) {
        return new MarkBinding(
                text(values, "registry"),
                values.getOrDefault("service", ""),
                text(values, "directory"),
                text(values, "lock"),
                values.getOrDefault("born", ""),
                new WritingProcess(
                        text(values, "machine"),
                        text(values, "boot"),
                        text(values, "pidNamespace"),
                        number(values, "pid")));
    }

    private static MarkRecord from(Map<String, String> values) {
        SnowflakeLayout layout = LayoutNumbers.parse(text(values, "epoch"), text(values, "bits"), ",")
                .flatMap(LayoutNumbers::layout)
                .orElseThrow(() -> new IllegalArgumentException("not the parts of an id: " + values.get("bits")));
        return new MarkRecord(
                text(values, "identity"),
                layout,
                new HighWaterMark(
                        Integer.parseInt(text(values, "workerId")),
                        text(values, "token"),
                        number(values, "mark"),
                        number(values, "ceiling")),
                bindingOf(values));
    }

    private static String text(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("a mark file without '" + key + "'");
        }
        return value;
    }

    private static long number(Map<String, String> values, String key) {
        return Long.parseLong(text(values, key));
    }
}
