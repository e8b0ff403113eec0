package io.leafid.segment;

import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagLimit;
import io.leafid.Tags;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.segment.buffer.OrderedBuffer;
import io.leafid.segment.buffer.SegmentBuffer;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.StoreCall;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.buffer.TagBuffer.TagRestorer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.notes.TagNotes;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
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
 *     keeps its memory. A tag that is removed keeps a retired buffer, which holds nothing. A tag that gets its first limit
 *     gets another buffer, which goes on where the former one ended.
 *   - Only a buffer that the map holds, or has held, is in the index, and never one behind a gate.
 * </pre>
 */
final class TagRegistry implements TagRestorer {

    private static final Logger logger = LoggerFactory.getLogger(TagRegistry.class);

    private final SegmentContext context;
    private final SegmentSettings settings;
    private final ConcurrentMap<String, TagBuffer> buffers = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, TagGate> gates = new ConcurrentHashMap<>();
    private final Set<String> reportedRows = ConcurrentHashMap.newKeySet();
    private final TagLookups lookups;
    private final TagNotes notes;
    private final Predicate<String> isOwn;
    private volatile @Nullable String closedBecause;

    /** Follows the rows of the tags that are its own; the others of the same table are left alone. */
    TagRegistry(SegmentContext context, SegmentSettings settings, TagNotes notes, Predicate<String> isOwn) {
        this.context = context;
        this.settings = settings;
        this.lookups = new TagLookups(context, buffers.keySet(), this::register);
        this.notes = notes;
        this.isOwn = isOwn;
    }

    Collection<TagBuffer> buffers() {
        return buffers.values();
    }

    /** Returns the buffer of a tag if it is known. */
    @Nullable TagBuffer known(@Nullable String tag) {
        return (tag == null) ? null : buffers.get(tag);
    }

    /** Returns the buffer of a tag as {@link #resolve(String, Deadline, Unknown)} does, within the time of a call that begins now. */
    TagBuffer resolve(@Nullable String tag) {
        return resolve(tag, context.deadline(), Unknown.AS_CONFIGURED);
    }

    /** Returns the buffer of a tag, asking the store if it is not known or gone; may wait for that, within the deadline. */
    TagBuffer resolve(@Nullable String tag, Deadline deadline, Unknown unknown) {
        String legal = Tags.requireLegal(tag);
        TagBuffer buffer = buffers.get(legal);
        if (buffer != null && !buffer.isRetired()) {
            return buffer;
        }
        restore(legal, deadline, unknown);
        TagBuffer found = buffers.get(legal);
        if (found == null) {
            throw TagRow.missing(legal, buffers.keySet());
        }
        return found;
    }

    void forgetAnswer(String tag) {
        lookups.forget(tag);
    }

    /** Allocates a range for another process. */
    AllocatedSegment grant(String tag, long amount, long seen) {
        Deadline deadline = context.allocationDeadline();
        return resolve(tag, deadline, Unknown.REFUSED).grant(amount, seen, deadline);
    }

    /** Gives the end of such a range back to the store, if it is the last one; returns whether the store has taken it. */
    boolean giveBack(String tag, long first, long end) {
        TagBuffer buffer = known(tag);
        return buffer != null && buffer.takeBack(first, end) && context.store().giveBack(tag, first, end);
    }

    @Override
    public void restore(String tag, Deadline deadline, Unknown unknown) {
        requireOpen();
        lookups.require(tag, (unknown == Unknown.AS_CONFIGURED) ? settings.autoCreate() : null, deadline);
    }

    /** Returns the buffer of a tag as {@link #resolve(String, Deadline, Unknown)} does; a tag that has no row gets one. */
    TagBuffer resolve(@Nullable String tag, NewTag row, Deadline deadline) {
        String legal = Tags.requireLegal(tag);
        if (!isLive(buffers.get(legal))) {
            requireOpen();
            lookups.require(legal, row, deadline);
        }
        return resolve(legal, deadline, Unknown.REFUSED);
    }

    /** Looks a tag up ahead of need, making a row if it has none, and allocates of it if ids of the former are handed out here. */
    void prepare(String tag, NewTag row, @Nullable String former) {
        TagBuffer buffer = buffers.get(tag);
        TagBuffer used = known(former);
        if (!isLive(buffer)) {
            lookups.begin(tag, row);
        } else if (used != null && used.hasIssued()) {
            StoreCall<?> unused = Objects.requireNonNull(buffer).prepare();
        }
    }

    /** Keeps the one string that constants of this value share: a caller who writes the tag as one is found by identity. */
    private void add(TagRow found) {
        String tag = found.tag().intern();
        long noted = notes.endOf(tag);
        // Of several counters the store looks at each by itself.
        long counter = (context.store() instanceof SeveralCounters) ? Math.max(noted, found.maxId()) : found.maxId();
        TagRow row = new TagRow(tag, counter, found.step());
        TagBuffer fresh = context.settings().orderOf(tag) == IdOrder.GLOBAL
                ? new OrderedBuffer(context, this, row, noted)
                : new SegmentBuffer(context, this, row, noted);
        AtomicBoolean isNew = new AtomicBoolean();
        buffers.computeIfAbsent(tag, same -> {
            isNew.set(true);
            TagBuffer buffer = behindItsGate(fresh); // at once with the entry: a later limit finds the buffer
            buffer.enterIndex();
            return buffer;
        });
        closeGate(tag, gateOf(tag)); // again: a first limit that came meanwhile has not seen the buffer
        if (isNew.get() && row.maxId() < noted) {
            fresh.reportSetBack(row);
        }
    }

    private TagBuffer behindItsGate(TagBuffer fresh) {
        TagGate gate = gateOf(fresh.tag());
        return (gate == null) ? fresh : fresh.behind(gate);
    }

    /** The gate of a tag, or of the one whose period it is. */
    private @Nullable TagGate gateOf(String tag) {
        return Tags.ofOwner(gates, tag);
    }

    private void closeGate(String tag, @Nullable TagGate gate) {
        if (gate != null) {
            TagBuffer limited = buffers.computeIfPresent(tag, (same, buffer) -> buffer.limitedBy(gate));
            String reason = closedBecause;
            if (limited != null && reason != null) { // looked at last: a stop meanwhile may have retired the former one
                limited.retire(new SegmentUnavailableException(reason, null));
            }
        }
    }

    /** Changes the limit of a tag and its periods, which need not be known. A tag without one keeps its way to an id as it is. */
    void limit(String tag, TagLimit limit) {
        if (limit.equals(TagLimit.NONE) && !gates.containsKey(tag)) {
            return;
        }
        gates.computeIfAbsent(tag, unlimited -> new TagGate(unlimited, context.time()))
                .set(limit);
        for (String each : buffers.keySet()) {
            if (each.equals(tag) || Tags.ownerOf(each).equals(tag)) {
                closeGate(each, gateOf(each));
            }
        }
    }

    TagLimit limitOf(String tag) {
        TagGate gate = gateOf(tag);
        return (gate == null) ? TagLimit.NONE : gate.limit();
    }

    private void register(TagRow row) {
        if (!buffers.containsKey(row.tag())) {
            add(row);
        }
        // At once with the change of a limit, so that no buffer issues again that another one stands for by now.
        buffers.computeIfPresent(row.tag(), (tag, buffer) -> {
            buffer.confirm(row.step());
            if (isClosed()) { // looked at last, so that a close meanwhile is not undone
                buffer.retire();
            }
            return buffer;
        });
    }

    /** Reads all tags: adds new ones, follows changed steps, retires those that are gone. Throws if the store fails. */
    void refresh() {
        long asked = context.time().nanoTime();
        List<TagRow> rows = context.store().findAll().stream()
                .filter(row -> isOwn.test(row.tag()))
                .toList();
        retireMissing(follow(rows), asked);
        lookups.forgetExpired(asked);
        notes.learnStore();
        context.health().succeeded();
        for (TagBuffer each : buffers.values()) {
            each.retryRefused();
        }
    }

    private static boolean isLive(@Nullable TagBuffer buffer) {
        return buffer != null && !buffer.isRetired();
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
        for (TagBuffer buffer : buffers.values()) {
            boolean wasKnown = buffer.knownSinceNanos() - askedNanos < 0; // one found since is missing in the answer
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
        for (TagBuffer buffer : buffers.values()) {
            buffer.resume(notes.endOf(buffer.tag()));
        }
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
