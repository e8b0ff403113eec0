package io.leafid.segment.interleaved;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.text.Reasons;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The failures of the databases that were asked and have not brought what was wanted. For one thread. */
final class MemberFailures {

    private final Map<Member, RuntimeException> reasons = new LinkedHashMap<>();

    /** Puts a reason in the place of the one that there is; takes it away if there is none. */
    void put(Member member, @Nullable RuntimeException reason) {
        if (reason == null) {
            reasons.remove(member);
        } else {
            reasons.put(member, reason);
        }
    }

    /** Returns whether a database has not answered as it should. */
    boolean concern(Member member) {
        return reasons.containsKey(member);
    }

    /** Returns whether none has. */
    boolean concernAll(List<Member> members) {
        return reasons.keySet().containsAll(members);
    }

    private boolean areOfUnknownTag() {
        return reasons.values().stream().allMatch(UnknownTagException.class::isInstance);
    }

    /**
     * One exception for all: a refusal if each has answered, for then trying again would change nothing; otherwise a failure.
     *
     * @param wish what was wanted
     */
    RuntimeException together(String tag, String wish) {
        String message = wish + ": "
                + reasons.entrySet().stream()
                        .map(reason -> "database " + reason.getKey() + ": " + Reasons.of(reason.getValue()))
                        .collect(Collectors.joining("; "));
        RuntimeException all = of(tag, message);
        reasons.values().forEach(all::addSuppressed);
        return all;
    }

    private RuntimeException of(String tag, String message) {
        if (areOfUnknownTag()) {
            return new UnknownTagException(tag, message, null);
        }
        if (reasons.values().stream().allMatch(IdsExhaustedException.class::isInstance)) {
            return new IdsExhaustedException(message, null);
        }
        boolean haveAnswered = reasons.values().stream().allMatch(MemberFailures::isAnswer);
        return haveAnswered ? new SegmentUnavailableException(message, null) : new IllegalStateException(message);
    }

    private static boolean isAnswer(RuntimeException reason) {
        return reason instanceof UnknownTagException
                || reason instanceof IdsExhaustedException
                || reason instanceof SegmentUnavailableException
                || reason instanceof SlotRefusedException;
    }
}
