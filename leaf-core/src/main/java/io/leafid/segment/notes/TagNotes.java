package io.leafid.segment.notes;

import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads.Pools;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.SeveralCounters;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes in a file which tags are used and up to which id each has been handed out, and knows what the last run has noted.
 * Thread-safe.
 *
 * <pre>
 * Invariants
 *   - An id is noted only after it was handed out. So no give-back, by this node or another one, moves a row below what is
 *     noted, and a row that stands below has been rewound.
 *   - Ends are believed only if the store is the one that they were noted for.
 *   - At most one thread notes at a time, and once more for those that came meanwhile. So the last call of a run misses nothing.
 * Locks: none. The file is written on a thread of the loader; at the end of a run, on the thread that ends it.
 * </pre>
 */
public final class TagNotes {

    private static final Logger logger = LoggerFactory.getLogger(TagNotes.class);

    /** The pause between two notes; a crash loses what was handed out since. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    /** The age of the last use of a tag that the next start should still preload. */
    public static final Duration RECENT = Duration.ofDays(1);

    private final SegmentContext context;
    private final @Nullable RecentTags file;
    private final ConcurrentMap<String, RecentTags.Note> notes = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Long> noted = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile RecentTags.@Nullable Content last;
    private volatile @Nullable Map<String, RecentTags.Note> believed;
    private volatile @Nullable String store;
    private volatile Collection<TagBuffer> buffers = List.of();
    private volatile boolean unwritten;

    /** Notes in the file of the context; without one it knows and notes nothing. */
    public TagNotes(SegmentContext context) {
        this.context = context;
        this.file = (context.notedIn() == null) ? null : new RecentTags(context.notedIn());
    }

    /** The tags that the last run has used in its last day. */
    public List<String> recentTags() {
        long since = context.time().currentTimeMillis() - RECENT.toMillis();
        Set<String> recent = new TreeSet<>();
        for (Map.Entry<String, RecentTags.Note> each : last().tags().entrySet()) {
            if (each.getValue().usedMillis() >= since) {
                recent.add(each.getKey());
            }
        }
        return List.copyOf(recent);
    }

    /** End, exclusive, of what earlier runs have handed out of a tag; 0 if that is not known. May ask the store. */
    public long endOf(String tag) {
        RecentTags.Note note = believed().get(tag);
        if (note == null || note.ends().isEmpty()) {
            return 0;
        }
        return (context.store() instanceof SeveralCounters several)
                ? several.recall(tag, note.ends())
                : note.ends().getOrDefault("", 0L);
    }

    private Map<String, RecentTags.Note> believed() {
        Map<String, RecentTags.Note> known = believed;
        if (known != null) {
            return known;
        }
        RecentTags.Content content = last();
        boolean isSame = !content.store().isEmpty() && content.store().equals(store());
        if (!isSame && !content.store().isEmpty()) {
            logger.info(
                    "the highest ids noted in {} are of another store ({}) and do not count",
                    context.notedIn(),
                    content.store());
        }
        Map<String, RecentTags.Note> fresh = isSame ? content.tags() : Map.of();
        believed = fresh;
        return fresh;
    }

    private RecentTags.Content last() {
        RecentTags.Content known = last;
        if (known == null) {
            known = (file == null) ? RecentTags.Content.NONE : file.read();
            last = known;
        }
        return known;
    }

    private String store() {
        String known = store;
        if (known == null) {
            known = (context.store() instanceof IdentifiedStore identified) ? identified.identity() : "";
            store = known;
        }
        return known;
    }

    /** Asks the store which one it is, so that nothing has to be asked at the end; called where the store may be called. */
    public void learnStore() {
        if (file != null) {
            store();
        }
    }

    /** Notes from time to time in a run, on its threads, what the buffers that are there then have handed out. */
    public void begin(Pools threads, Collection<TagBuffer> inUse) {
        buffers = inUse;
        if (file != null) {
            threads.scheduler().every(INTERVAL, () -> threads.storeCalls().execute(this::note));
        }
    }

    /** Notes for the last time in this run; once no id is handed out any more, nothing is missing. */
    public void end() {
        if (file != null && store != null) {
            note();
        }
    }

    private void note() {
        if (requests.getAndIncrement() != 0) {
            return; // the thread that notes does it once more
        }
        int done;
        do {
            done = requests.get();
            noteOnce();
        } while (!requests.compareAndSet(done, 0));
    }

    private void noteOnce() {
        try {
            collect();
            if (unwritten) {
                write(store());
            }
        } catch (RuntimeException ex) { // the store does not say which one it is
            logger.debug("the tags in use could not be noted", ex);
        }
    }

    private void collect() {
        long now = context.time().currentTimeMillis();
        for (TagBuffer buffer : buffers) {
            long end = buffer.issuedEnd();
            if (end > noted.getOrDefault(buffer.tag(), 0L)) {
                Map<String, Long> ends = (context.store() instanceof SeveralCounters several)
                        ? several.handedOut(buffer.tag(), end)
                        : Map.of("", end);
                noted.put(buffer.tag(), end);
                long used = buffer.hasIssued() ? now : RecentTags.Note.NEVER;
                RecentTags.add(notes, buffer.tag(), new RecentTags.Note(ends, used));
                unwritten = true;
            }
        }
    }

    private void write(String identity) {
        if (file != null) {
            unwritten = !file.add(new RecentTags.Content(identity, notes), context.time());
        }
    }
}
