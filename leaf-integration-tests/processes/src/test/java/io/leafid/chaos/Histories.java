package io.leafid.chaos;

import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All calls that have returned ids, of all processes that ever ran. Immutable once read.
 *
 * @param calls by place (what must be unique together) and process
 */
record Histories(Map<String, Map<String, List<CallRecord>>> calls) {

    Histories() {
        this(new TreeMap<>());
    }

    /**
     * Adds what processes have written to a directory.
     *
     * @param database where their segments come from
     */
    void read(Path directory, String database) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.filter(file -> !file.getFileName().toString().startsWith(ChaosNode.EVENTS))
                    .toList();
        }
        for (Path file : files) {
            String[] name = file.getFileName().toString().split("~", -1);
            calls.computeIfAbsent(placeOf(name[0], database), place -> new TreeMap<>())
                    .computeIfAbsent(processOf(file), process -> new ArrayList<>())
                    .addAll(CallLog.read(file));
        }
    }

    /** The process that has written a file. */
    static String processOf(Path file) {
        return file.getParent().getFileName() + "-"
                + file.getFileName().toString().split("~", -1)[1];
    }

    /** Worker ids of all registries are different ones, so that all snowflake ids must be. */
    static String placeOf(String tag, String database) {
        return tag.equals(ChaosNode.SNOWFLAKE) ? tag : tag + "@" + database;
    }

    /** The calls of a process at a place. */
    List<CallRecord> of(String place, String process) {
        return calls.getOrDefault(place, Map.of()).getOrDefault(process, List.of());
    }

    long size() {
        return calls.values().stream()
                .flatMap(processes -> processes.values().stream())
                .mapToLong(List::size)
                .sum();
    }
}
