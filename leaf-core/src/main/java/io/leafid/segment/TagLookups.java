package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.StoreCall;
import io.leafid.segment.store.TagRow;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions to the store whether a tag exists, each asked once for all callers that want to know. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - For one question at most one call runs at a time, and its answer "no" or "failed" is reused for a short time.
 *   - A row that was found is handed on before the call ends, so a caller that is woken finds it.
 * </pre>
 */
final class TagLookups {

    private static final Logger logger = LoggerFactory.getLogger(TagLookups.class);

    /** The time for which "there is no such tag" is believed. */
    static final Duration UNKNOWN_FOR = Duration.ofSeconds(5);

    /** The time for which a failed look-up keeps callers from asking again. */
    static final Duration FAILED_FOR = Duration.ofSeconds(1);

    /** Answers remembered, and look-ups that may wait for the store; so that rubbish tags cannot fill the memory. */
    static final int MAX_LOOKUPS = 10_000;

    private final SegmentContext context;
    private final Set<String> known;
    private final Consumer<TagRow> found;
    private final ConcurrentMap<Question, StoreCall<Answer>> calls = new ConcurrentHashMap<>();
    private final AtomicInteger queued = new AtomicInteger();

    /** Looks tags up, of which some are {@code known}; hands each row that is found and may be used to {@code found}. */
    TagLookups(SegmentContext context, Set<String> known, Consumer<TagRow> found) {
        this.context = context;
        this.known = known;
        this.found = found;
    }

    /**
     * Waits until a tag's row was found.
     *
     * @param newTag the row that is created if there is none; {@code null} for none
     * @throws UnknownTagException if there is none
     * @throws SegmentUnavailableException if the store has not answered before the deadline, or cannot be asked
     */
    void require(String tag, @Nullable NewTag newTag, Deadline deadline) {
        StoreCall<Answer> call = join(new Question(tag, newTag));
        if (!call.await(deadline, "looking up tag '" + tag + "'")) {
            throw new SegmentUnavailableException(
                    "tag '%s' could not be looked up within %s: the store has not answered"
                            .formatted(tag, DurationText.of(deadline.limit())),
                    null);
        }
        Objects.requireNonNull(call.result()).requireExistence(tag, known);
    }

    /** Asks for a row ahead of need; waits for nothing. */
    void begin(String tag, NewTag newTag) {
        join(new Question(tag, newTag));
    }

    private StoreCall<Answer> join(Question question) {
        long now = context.time().nanoTime();
        StoreCall<Answer> mine =
                new StoreCall<>(now, ended -> {}); // a call that has ended stays, since its answer is reused
        StoreCall<Answer> agreed = calls.compute(
                question, (key, existing) -> (existing != null && !isExpired(existing, now)) ? existing : mine);
        if (agreed == mine) {
            forgetSome(now);
            submit(question, mine);
        }
        return agreed;
    }

    /** Returns whether no further caller joins a call: its answer is too old, or it has lasted too long. */
    private boolean isExpired(StoreCall<Answer> call, long nowNanos) {
        Answer answer = call.result();
        long end = (answer == null)
                ? call.dueNanos() + context.settings().loadTimeout().toNanos()
                : answer.expiresNanos;
        return nowNanos - end >= 0;
    }

    private void submit(Question question, StoreCall<Answer> call) {
        int waiting = queued.incrementAndGet();
        try {
            if (waiting > MAX_LOOKUPS) {
                throw new RejectedExecutionException(MAX_LOOKUPS + " other unknown tags wait to be looked up");
            }
            context.threads().current().lookups().execute(() -> run(question, call));
        } catch (RuntimeException | Error ex) { // no thread can be had, too
            queued.decrementAndGet();
            finish(call, false, ex, FAILED_FOR);
        }
    }

    private void run(Question question, StoreCall<Answer> call) {
        queued.decrementAndGet();
        long begun = context.time().nanoTime();
        if (isExpired(call, begun)) {
            finish(call, false, new TimeoutException("too many other unknown tags wait to be looked up"), FAILED_FOR);
            return;
        }
        try {
            answer(question, call);
            context.health().succeeded();
        } catch (IdGenerationException ex) { // the store has answered: it lets no tag be added
            finish(call, false, ex, FAILED_FOR);
            context.health().succeeded();
        } catch (RuntimeException | Error ex) { // a driver may lack a class
            finish(call, false, ex, FAILED_FOR);
            context.health().failed(ex, begun);
        }
    }

    private void answer(Question question, StoreCall<Answer> call) {
        NewTag newTag = question.newTag;
        Optional<TagRow> row = context.store().find(question.tag);
        if (row.isPresent() || newTag == null) {
            conclude(call, row);
            return;
        }
        conclude(call, create(new TagRow(question.tag, newTag.initialId(), newTag.step())));
    }

    private void conclude(StoreCall<Answer> call, Optional<TagRow> row) {
        if (row.isEmpty()) {
            finish(call, false, null, UNKNOWN_FOR);
        } else if (row.get().isValid()) {
            found.accept(row.get());
            finish(call, true, null, Duration.ZERO);
        } else {
            finish(call, false, new SegmentUnavailableException(row.get().problem(), null), FAILED_FOR);
        }
    }

    private Optional<TagRow> create(TagRow planned) {
        String tag = planned.tag();
        int step = Math.toIntExact(planned.step());
        if (context.store().create(tag, step, planned.maxId())) {
            logger.info("tag '{}' created with step {}, first id {}", PrintableText.of(tag), step, planned.maxId());
        }
        return context.store().find(tag); // another node may have created it first
    }

    private void finish(StoreCall<Answer> call, boolean exists, @Nullable Throwable failure, Duration validity) {
        if (call.tryFinish()) {
            call.complete(new Answer(exists, failure, context.time().nanoTime() + validity.toNanos()));
        }
    }

    private void forgetSome(long now) {
        if (calls.size() > MAX_LOOKUPS) {
            forgetExpired(now);
        }
        if (calls.size() > MAX_LOOKUPS) {
            calls.clear(); // those who wait keep their call; only its reuse is lost
        }
    }

    /** Forgets the answers that are too old to be reused. */
    void forgetExpired(long nowNanos) {
        calls.values().removeIf(call -> isExpired(call, nowNanos));
    }

    /** Forgets what is known or being asked of one tag, whose row may have been made since; those who wait keep their call. */
    void forget(String tag) {
        calls.keySet().removeIf(question -> question.tag.equals(tag));
    }

    void clear() {
        calls.clear();
    }

    /** The question whether there is a tag and, if a row is named, that there be one from now on. */
    private record Question(String tag, @Nullable NewTag newTag) {}

    private record Answer(boolean exists, @Nullable Throwable failure, long expiresNanos) {

        private void requireExistence(String tag, Set<String> known) {
            if (failure != null) {
                throw refusal(tag, failure);
            }
            if (!exists) {
                throw TagRow.missing(tag, known);
            }
        }

        /** The answer of the store as it is, or the reason why there is none. */
        private static IdGenerationException refusal(String tag, Throwable failure) {
            String message = String.valueOf(failure.getMessage());
            if (failure instanceof UnknownTagException) {
                return new UnknownTagException(tag, message, failure);
            }
            boolean isAnswer = failure instanceof SegmentUnavailableException;
            return new SegmentUnavailableException(
                    isAnswer ? message : "tag '%s' could not be looked up: %s".formatted(tag, Reasons.of(failure)),
                    failure);
        }
    }
}
