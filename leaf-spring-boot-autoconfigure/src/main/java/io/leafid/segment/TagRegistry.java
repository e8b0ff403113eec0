package io.leafid.segment;

import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.Tags;
import io.leafid.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which tags there are: learnt from the store at intervals, and at once when one is asked for that is not known.
 * Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A tag has at most one buffer for the life of the process, so that its ids keep one order and its rewind guard
 *     keeps its memory. A tag that is removed keeps a retired buffer, which holds nothing.
 *   - For one tag at most one lookup runs at a time, and its answer "no" or "failed" is reused for a short time.
 * </pre>
 */
final class TagRegistry {

    private static final Logger logger = LoggerFactory.getLogger(TagRegistry.class);

    /** How long "there is no such tag" is believed. */
    static final Duration UNKNOWN_FOR = Duration.ofSeconds(5);

    /** How long a failed lookup keeps callers from asking again. */
    static final Duration FAILED_FOR = Duration.ofSeconds(1);

    /** Answers remembered, and lookups that may wait for the store; so that rubbish tags cannot fill the memory. */
    static final int MAX_LOOKUPS = 10_000;

    private final SegmentContext engine;
    private final ConcurrentMap<String, SegmentBuffer> buffers = new ConcurrentHashMap<>();
    private final ConcurrentMap<Question, TagLookup> lookups = new ConcurrentHashMap<>();
    private final AtomicInteger waitingLookups = new AtomicInteger();
    private final Set<String> reportedRows = ConcurrentHashMap.newKeySet();
    private final OversizedSteps oversizedSteps;
    private final TagNotes notes;
    private volatile @Nullable String closedBecause;

    TagRegistry(SegmentContext engine, TagNotes notes) {
        this.engine = engine;
        this.oversizedSteps = new OversizedSteps(engine.settings());
        this.notes = notes;
    }

    TagNotes notes() {
        return notes;
    }

    SegmentContext engine() {
        return engine;
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
        boolean mayCreate =
                unknown == Unknown.AS_CONFIGURED && engine.settings().autoCreate() != null;
        return lookUp(new Question(legal, mayCreate), deadline);
    }

    private SegmentBuffer lookUp(Question question, Deadline deadline) {
        requireOpen();
        String tag = question.tag();
        TagLookup lookup = lookup(question);
        awaitEnd(tag, lookup, deadline);
        Throwable failure = lookup.failure();
        if (failure instanceof SegmentUnavailableException) {
            throw new SegmentUnavailableException(String.valueOf(failure.getMessage()), failure);
        }
        if (failure != null) {
            String reason = StoreHealth.rootMessage(failure);
            throw new SegmentUnavailableException(
                    "tag '%s' could not be looked up: %s".formatted(tag, reason), failure);
        }
        SegmentBuffer buffer = buffers.get(tag);
        if (!lookup.found() || buffer == null) {
            throw UnknownTags.noRow(tag);
        }
        return buffer;
    }

    private void awaitEnd(String tag, TagLookup lookup, Deadline deadline) {
        try {
            if (!lookup.await(deadline.nanosLeft())) {
                throw new SegmentUnavailableException(
                        "tag '%s' could not be looked up within %s: the store has not answered"
                                .formatted(tag, DurationText.of(deadline.limit())),
                        null);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException("interrupted while looking up tag '" + tag + "'", ex);
        }
    }

    private TagLookup lookup(Question question) {
        long now = engine.time().nanoTime();
        TagLookup mine = new TagLookup(now + engine.settings().loadTimeout().toNanos());
        TagLookup agreed = lookups.compute(
                question, (key, existing) -> (existing != null && !existing.isExpiredAt(now)) ? existing : mine);
        if (agreed == mine) {
            forgetSome(now);
            submit(question, mine);
        }
        return agreed;
    }

    private void submit(Question question, TagLookup lookup) {
        int waiting = waitingLookups.incrementAndGet();
        try {
            if (waiting > MAX_LOOKUPS) {
                throw new RejectedExecutionException(MAX_LOOKUPS + " other unknown tags wait to be looked up");
            }
            engine.threads().lookups().execute(() -> answer(question, lookup));
        } catch (RuntimeException | Error ex) { // callers must not wait for an answer that never comes
            waitingLookups.decrementAndGet();
            end(lookup, false, ex, FAILED_FOR);
        }
    }

    private void answer(Question question, TagLookup lookup) {
        waitingLookups.decrementAndGet();
        if (lookup.isExpiredAt(engine.time().nanoTime())) {
            end(lookup, false, new TimeoutException("too many other unknown tags wait to be looked up"), FAILED_FOR);
            return;
        }
        try {
            conclude(lookup, findOrCreate(question));
            engine.health().succeeded();
        } catch (RuntimeException | Error ex) { // callers must not wait for an answer that never comes
            end(lookup, false, ex, FAILED_FOR);
            engine.health().failed(ex);
        }
    }

    private void conclude(TagLookup lookup, Optional<TagRow> row) {
        if (row.isEmpty()) {
            end(lookup, false, null, UNKNOWN_FOR);
        } else if (row.get().isValid()) {
            register(row.get());
            end(lookup, true, null, Duration.ZERO);
        } else {
            end(lookup, false, new SegmentUnavailableException(row.get().problem(), null), FAILED_FOR);
        }
    }

    private Optional<TagRow> findOrCreate(Question question) {
        String tag = question.tag();
        Optional<TagRow> row = engine.store().find(tag);
        SegmentSettings.NewTag newTag = engine.settings().autoCreate();
        if (row.isPresent() || newTag == null || !question.mayCreate()) {
            return row;
        }
        if (engine.store().create(tag, newTag.step(), newTag.initialId())) {
            logger.info(
                    "tag '{}' created with step {}, first id {}",
                    PrintableText.of(tag),
                    newTag.step(),
                    newTag.initialId());
        }
        return engine.store().find(tag); // another node may have created it first
    }

    private void end(TagLookup lookup, boolean found, @Nullable Throwable failure, Duration validity) {
        lookup.end(found, failure, engine.time().nanoTime() + validity.toNanos());
    }

    private void forgetSome(long now) {
        if (lookups.size() > MAX_LOOKUPS) {
            lookups.values().removeIf(lookup -> lookup.isExpiredAt(now));
        }
        if (lookups.size() > MAX_LOOKUPS) {
            lookups.clear(); // those who wait keep their lookup; only its reuse is lost
        }
    }

    /** Keeps the one string that constants of this value share: a caller who writes the tag as one is found by identity. */
    private SegmentBuffer add(TagRow row) {
        long noted = notes.endOf(row.tag());
        boolean wasSetBack = row.maxId() < noted;
        AllocationHistory history = AllocationHistory.noted(noted, wasSetBack);
        SegmentBuffer fresh = new SegmentBuffer(this, row, history);
        SegmentBuffer agreed = buffers.computeIfAbsent(row.tag().intern(), tag -> fresh);
        if (agreed == fresh && wasSetBack) {
            Rewinds.report(engine, row, history, notes.path());
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
        long asked = engine.time().nanoTime();
        List<TagRow> rows = engine.store().findAll();
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
        oversizedSteps.look(rows);
        for (SegmentBuffer buffer : buffers.values()) {
            boolean wasKnown = buffer.knownSinceNanos() - asked < 0; // a tag found meanwhile is missing in the answer
            if (wasKnown && !buffer.isRetired() && !present.contains(buffer.tag())) {
                logger.info("tag '{}' is gone from the store", PrintableText.of(buffer.tag()));
                buffer.retire();
            }
        }
        lookups.values().removeIf(lookup -> lookup.isExpiredAt(asked));
        notes.learnStore();
        engine.health().succeeded();
    }

    /** Refuses every further lookup, for the reason given. */
    void close(String reason) {
        closedBecause = reason;
    }

    /** Looks tags up again; what the buffers knew of allocations that failed because of the stop is forgotten. */
    void open() {
        lookups.clear();
        buffers.values().forEach(SegmentBuffer::resume);
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

    /** What is asked: whether there is a tag and, if so wanted, that there be one from now on. */
    private record Question(String tag, boolean mayCreate) {}
}
