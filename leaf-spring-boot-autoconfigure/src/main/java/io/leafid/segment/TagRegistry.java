package io.leafid.segment;

import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.Tags;
import io.leafid.segment.SegmentAwaiter.TagRestorer;
import io.leafid.segment.SegmentAwaiter.Unknown;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tags and their buffers, learnt from the store at intervals, and at once when a caller asks for an unknown one.
 * Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A tag has at most one buffer for the life of the process, so that its ids keep one order and its rewind guard
 *     keeps its memory. A tag that is removed keeps a retired buffer, which holds nothing.
 * </pre>
 */
final class TagRegistry implements TagRestorer {

    private static final Logger logger = LoggerFactory.getLogger(TagRegistry.class);

    private final SegmentContext context;
    private final ConcurrentMap<String, SegmentBuffer> buffers = new ConcurrentHashMap<>();
    private final Set<String> reportedRows = ConcurrentHashMap.newKeySet();
    private final TagLookups lookups;
    private final OversizedSteps oversizedSteps;
    private final TagNotes notes;
    private final RewindGuard guard;
    private volatile @Nullable String closedBecause;

    TagRegistry(SegmentContext context, TagNotes notes) {
        this.context = context;
        this.lookups = new TagLookups(context, this::register);
        this.oversizedSteps = new OversizedSteps(context.settings());
        this.notes = notes;
        this.guard = new RewindGuard(context, notes.path());
    }

    Collection<SegmentBuffer> buffers() {
        return buffers.values();
    }

    /** Returns the buffer of a tag if it is known. */
    @Nullable SegmentBuffer known(@Nullable String tag) {
        return (tag == null) ? null : buffers.get(tag);
    }

    /** Returns the buffer of a tag, asking the store if it is not known or gone; may wait for that, within the deadline. */
    SegmentBuffer resolve(@Nullable String tag, Deadline deadline, Unknown unknown) {
        String legal = Tags.requireLegal(tag);
        SegmentBuffer buffer = buffers.get(legal);
        if (buffer != null && !buffer.isRetired()) {
            return buffer;
        }
        restore(legal, deadline, unknown);
        SegmentBuffer found = buffers.get(legal);
        if (found == null) {
            throw TagRow.missing(legal);
        }
        return found;
    }

    @Override
    public void restore(String tag, Deadline deadline, Unknown unknown) {
        requireOpen();
        lookups.require(tag, unknown == Unknown.AS_CONFIGURED, deadline);
    }

    /** Keeps the one string that constants of this value share: a caller who writes the tag as one is found by identity. */
    private SegmentBuffer add(TagRow row) {
        long noted = notes.endOf(row.tag());
        boolean wasSetBack = row.maxId() < noted;
        AllocationHistory history = AllocationHistory.noted(noted, wasSetBack);
        SegmentBuffer fresh = new SegmentBuffer(context, this, guard, row, history);
        SegmentBuffer agreed = buffers.computeIfAbsent(row.tag().intern(), tag -> fresh);
        if (agreed == fresh && wasSetBack) {
            guard.report(row, history);
        }
        return agreed;
    }

    private void register(TagRow row) {
        SegmentBuffer known = buffers.get(row.tag());
        SegmentBuffer buffer = (known == null) ? add(row) : known;
        buffer.confirm(row.step());
        if (isClosed()) { // looked at last, so that a close meanwhile is not undone
            buffer.retire();
        }
    }

    /** Reads all tags: adds new ones, follows changed steps, retires those that are gone. Throws if the store fails. */
    void refresh() {
        long asked = context.time().nanoTime();
        List<TagRow> rows = context.store().findAll();
        retireMissing(follow(rows), asked);
        oversizedSteps.look(rows);
        lookups.forgetExpired(asked);
        notes.learnStore();
        context.health().succeeded();
    }

    private Set<String> follow(List<TagRow> rows) {
        Set<String> present = new HashSet<>();
        for (TagRow row : rows) {
            present.add(row.tag());
            if (row.isValid()) {
                register(row);
                reportedRows.remove(row.tag());
            } else if (reportedRows.add(row.tag())) {
                logger.warn("{}", row.problem());
            }
        }
        reportedRows.retainAll(present);
        return present;
    }

    private void retireMissing(Set<String> present, long askedNanos) {
        for (SegmentBuffer buffer : buffers.values()) {
            boolean wasKnown =
                    buffer.knownSinceNanos() - askedNanos < 0; // one found meanwhile is missing in the answer
            if (wasKnown && !buffer.isRetired() && !present.contains(buffer.tag())) {
                logger.info("tag '{}' is gone from the store", PrintableText.of(buffer.tag()));
                buffer.retire();
            }
        }
    }

    /** Refuses every further look-up, for the reason given. */
    void close(String reason) {
        closedBecause = reason;
    }

    /** Looks tags up again; what the buffers knew of allocations that failed because of the stop is forgotten. */
    void open() {
        lookups.clear();
        buffers.values().forEach(buffer -> buffer.resume(notes.endOf(buffer.tag())));
        closedBecause = null;
    }

    boolean isClosed() {
        return closedBecause != null;
    }

    private void requireOpen() {
        String reason = closedBecause;
        if (reason != null) {
            throw new SegmentUnavailableException(reason, null);
        }
    }
}
