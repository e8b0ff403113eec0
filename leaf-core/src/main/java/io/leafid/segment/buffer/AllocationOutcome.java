package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.LeafEvent;
import io.leafid.UnknownTagException;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.RefusedForNowException;
import io.leafid.text.Reasons;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The outcome of one allocation: a segment, a refusal or a failure. Immutable. */
sealed interface AllocationOutcome {

    /** The kind that an operator reads. */
    LastAllocation.Outcome kind();

    /** The reason why no segment came; {@code null} if one did. */
    default @Nullable Throwable failure() {
        return null;
    }

    /** The segment and the share of it after whose use the next one is due; {@code null} if none came. */
    default @Nullable Allocated segment() {
        return null;
    }

    /** The words for an operator about one that came too late. */
    default String ofNoUse() {
        return "the store has answered after its time, with a refusal";
    }

    /** Returns whether the store said that the tag has no row. */
    default boolean isOfUnknownTag() {
        return failure() instanceof UnknownTagException;
    }

    default boolean isOfRewoundRow() {
        return false;
    }

    /** Returns whether the counter stands below what one caller has seen elsewhere, and not below what this process has. */
    default boolean isOfCallerAlone() {
        return failure() instanceof CounterSetBackException;
    }

    /** The last allocation for the operator: when it ended, after how long, and why it failed. */
    default LastAllocation last(Instant now, long tookNanos) {
        Throwable failure = failure();
        return new LastAllocation(now, tookNanos, kind(), (failure == null) ? null : Reasons.of(failure));
    }

    /**
     * A segment that can be served.
     *
     * @param range the range and the step that its row names
     * @param step the step that the amount was drawn around
     * @param prefetchAt share of the range after whose use the next one is due
     * @param issuedBefore ids that the tag had handed out when the store was asked
     */
    record Allocated(AllocatedSegment range, long step, double prefetchAt, long issuedBefore)
            implements AllocationOutcome {

        @Override
        public LastAllocation.Outcome kind() {
            return LastAllocation.Outcome.SUCCESS;
        }

        @Override
        public String ofNoUse() {
            return "the store has granted [%s, %s) after its time; these %s ids are discarded"
                    .formatted(range.first(), range.end(), range.size());
        }

        @Override
        public Allocated segment() {
            return this;
        }
    }

    /**
     * An answer that cannot be served, or the end of the generator.
     *
     * @param failure why
     * @param isAnswer whether the store has answered
     * @param rewound the event, if the row had been rewound
     */
    record Refused(RuntimeException failure, boolean isAnswer, LeafEvent.@Nullable SegmentRefused rewound)
            implements AllocationOutcome {

        /** The store says no, or says what must not be served. */
        static Refused byStore(RuntimeException reason) {
            return new Refused(reason, true, null);
        }

        /** The generator stops or closes. */
        static Refused byEngine(IdGenerationException reason) {
            return new Refused(reason, false, null);
        }

        @Override
        public LastAllocation.Outcome kind() {
            return LastAllocation.Outcome.REFUSED;
        }

        @Override
        public boolean isOfRewoundRow() {
            return rewound != null;
        }
    }

    /**
     * No answer, or one of the moment: the store failed, did not answer in time or refuses for now, or no thread could be had.
     *
     * @param failure why
     */
    record Failed(Throwable failure) implements AllocationOutcome {

        @Override
        public LastAllocation.Outcome kind() {
            boolean isOfTheMoment = failure instanceof RefusedForNowException;
            return isOfTheMoment ? LastAllocation.Outcome.LIMITED : LastAllocation.Outcome.FAILURE;
        }
    }

    /** The effect of an allocation. */
    enum Effect {
        /** It brought no segment: nothing at all, or ids for a group of callers only. */
        NO_SEGMENT,
        /** It brought the next segment in time. */
        SEGMENT,
        /** It brought a segment after callers had used up all before it. */
        LATE_SEGMENT
    }
}
