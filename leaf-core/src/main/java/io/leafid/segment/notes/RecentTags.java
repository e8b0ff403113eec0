package io.leafid.segment.notes;

import io.leafid.file.NoteFile;
import io.leafid.file.UnsafeFileException;
import io.leafid.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file in which a run notes, for the next one, its tags: when each was last used, and the end of what it has handed out.
 * Losing it costs the first call of each tag one allocation, and the memory by which a row that was rewound is recognised; so
 * failures are logged, not thrown.
 *
 * <p>UTF-8: a header, the store's identity, a line per tag (ends, last use in milliseconds since 1970, tag, parted by tabs) and
 * a checksum.
 */
final class RecentTags {

    /** The most tags that are noted; those used last are kept. */
    static final int MAX_TAGS = 10_000;

    private static final Logger logger = LoggerFactory.getLogger(RecentTags.class);

    private static final String HEADER = "leaf segment tags 2";
    private static final String STORE = "store ";
    private static final String TAB = "\t";

    /** Ten thousand of the longest tags, each character of which has up to four bytes, fit in. */
    private static final int MAX_BYTES = 8 * 1024 * 1024;

    private final NoteFile file;
    private final AtomicBoolean warned = new AtomicBoolean();

    RecentTags(Path file) {
        this.file = new NoteFile(file, HEADER, MAX_BYTES);
    }

    /** The notes of the last run; nothing if there is no file that can be believed. */
    Content read() {
        try {
            return found();
        } catch (IOException ex) {
            warnOfReading(ex);
            return Content.NONE;
        }
    }

    /**
     * What is in the file; nothing if that cannot be believed.
     *
     * @throws IOException if it could not be read this time
     */
    private Content found() throws IOException {
        try {
            Optional<List<String>> lines = file.read();
            return lines.isEmpty() ? Content.NONE : parse(lines.get());
        } catch (NoteFile.DamagedException | IndexOutOfBoundsException | NumberFormatException ex) {
            logger.warn(
                    "{} is damaged: neither the tags of the last run nor the highest ids it has handed out are known",
                    file);
        } catch (UnsafeFileException ex) {
            warnOfReading(ex);
        }
        return Content.NONE;
    }

    /**
     * Adds to the file, durably; the notes of other processes stay, as do those of tags that this run has not used. Returns whether that was
     * possible.
     */
    boolean add(Content content, TimeSource time) {
        return file.alone(time, () -> addAlone(content));
    }

    /** A file that could not be read stays as it is, since it may be the only place that knows the notes of others. */
    private boolean addAlone(Content content) {
        try {
            file.write(text(content.and(found())));
            warned.set(false);
            return true;
        } catch (IOException ex) {
            warn("the tags of this run and the highest ids it has handed out could not be noted in", ex);
            return false;
        }
    }

    private void warnOfReading(IOException ex) {
        warn("the tags of the last run and the highest ids it has handed out could not be read from", ex);
    }

    /** Once until it succeeds again: it is tried every few seconds, and a file system may be read-only for good. */
    private void warn(String what, IOException ex) {
        if (warned.compareAndSet(false, true)) {
            logger.warn(
                    "{} {}, so a row that is rewound may not be recognised after a restart: {}",
                    what,
                    file,
                    ex.toString());
        } else {
            logger.debug("{} {}", what, file, ex);
        }
    }

    private static String text(Content content) {
        StringBuilder text = new StringBuilder(STORE).append(content.store).append('\n');
        Map<String, Note> kept =
                new TreeMap<>((content.tags.size() > MAX_TAGS) ? lastUsed(content.tags) : content.tags);
        for (Map.Entry<String, Note> tag : kept.entrySet()) {
            append(text, tag.getKey(), tag.getValue());
        }
        return text.toString();
    }

    private static Map<String, Note> lastUsed(Map<String, Note> tags) {
        return tags.entrySet().stream()
                .sorted(Comparator.comparingLong(tag -> -tag.getValue().usedMillis))
                .limit(MAX_TAGS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Adds to what is noted of a tag already. */
    static void add(Map<String, Note> notes, String tag, Note note) {
        notes.merge(tag, note, Note::and);
    }

    private static void append(StringBuilder text, String tag, Note note) {
        text.append(ends(note.ends))
                .append(TAB)
                .append(note.usedMillis)
                .append(TAB)
                .append(tag)
                .append('\n');
    }

    /** The end alone where each tag has one counter. */
    private static String ends(Map<String, Long> ends) {
        if (ends.isEmpty()) {
            return "0";
        }
        return ends.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(end -> end.getKey().isEmpty() ? end.getValue().toString() : end.getKey() + '=' + end.getValue())
                .collect(Collectors.joining(","));
    }

    private static Map<String, Long> parseEnds(String text) {
        Map<String, Long> ends = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.lastIndexOf('=');
            long end = Long.parseLong(part.substring(equals + 1));
            if (end > 0) {
                ends.put(part.substring(0, Math.max(0, equals)), end);
            }
        }
        return ends;
    }

    private static Content parse(List<String> lines) {
        Map<String, Note> tags = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(TAB, 3);
            tags.put(parts[2], new Note(parseEnds(parts[0]), Long.parseLong(parts[1])));
        }
        return new Content(lines.get(0).substring(STORE.length()), tags);
    }

    /**
     * The content of the file. Immutable.
     *
     * @param store the identity of the store whose ids they are; empty if it has none, then all ends are 0
     * @param tags what is noted of each tag
     */
    record Content(String store, Map<String, Note> tags) {

        static final Content NONE = new Content("", Map.of());

        Content {
            tags = Map.copyOf(tags);
        }

        /** The notes of both for the store of this one. */
        private Content and(Content other) {
            Map<String, Note> all = new HashMap<>(tags);
            for (Map.Entry<String, Note> each : other.tags.entrySet()) {
                Note note = each.getValue();
                add(all, each.getKey(), store.equals(other.store) ? note : note.withoutEnds());
            }
            if (store.isEmpty()) {
                for (Map.Entry<String, Note> each : all.entrySet()) {
                    each.setValue(each.getValue().withoutEnds());
                }
            }
            return new Content(store, all);
        }
    }

    /**
     * The note of a tag. Immutable.
     *
     * @param ends end, exclusive, of what was handed out, for each counter of the tag; empty if that is not known
     * @param usedMillis when it was last used, in milliseconds since 1970
     */
    record Note(Map<String, Long> ends, long usedMillis) {

        /** The time of a tag whose ids this process has only granted to others. */
        static final long NEVER = 0;

        Note {
            ends = Map.copyOf(ends);
        }

        /** The higher ends and the later use of both. */
        Note and(Note other) {
            Map<String, Long> all = new HashMap<>(ends);
            for (Map.Entry<String, Long> each : other.ends.entrySet()) {
                all.put(each.getKey(), Math.max(each.getValue(), all.getOrDefault(each.getKey(), 0L)));
            }
            return new Note(all, Math.max(usedMillis, other.usedMillis));
        }

        /** The same where the ends are of another store. */
        private Note withoutEnds() {
            return new Note(Map.of(), usedMillis);
        }
    }
}
