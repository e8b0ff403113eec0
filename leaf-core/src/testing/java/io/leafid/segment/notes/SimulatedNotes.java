package io.leafid.segment.notes;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** What stands in the notes of a process that is simulated. */
public final class SimulatedNotes {

    private SimulatedNotes() {}

    /** The end of what is noted of each tag, on any database. */
    public static Map<String, Long> ends(Path file) {
        Map<String, Long> ends = new HashMap<>();
        new RecentTags(file).read().tags().forEach((tag, note) -> ends.put(tag, highest(note)));
        return ends;
    }

    /** Tells the end of what is noted of each tag, on each database. */
    public static void forEach(Path file, BiConsumer<String, Long> hearer) {
        new RecentTags(file)
                .read()
                .tags()
                .forEach((tag, note) -> note.ends().values().forEach(end -> hearer.accept(tag, end)));
    }

    private static long highest(RecentTags.Note note) {
        return note.ends().values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
