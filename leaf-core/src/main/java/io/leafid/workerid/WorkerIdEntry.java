package io.leafid.workerid;

import io.leafid.PrintableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One worker id as the registry has it, for the operator. Immutable.
 *
 * @param workerId the worker id
 * @param owner who has or last had it, as {@code host:port}
 * @param ceiling end of the time reserved for it, exclusive; {@code null} if the entry does not say
 * @param lastReported when its owner last wrote to the registry, by the registry's clock; {@code null} if unknown
 * @param live whether its owner runs, as far as the registry can tell
 * @param self whether it is this process's own
 * @param writer whose node has written it last
 */
public record WorkerIdEntry(
        int workerId,
        String owner,
        @Nullable Instant ceiling,
        @Nullable Instant lastReported,
        boolean live,
        boolean self,
        Writer writer) {

    /** An entry of a node of Leaf. */
    public WorkerIdEntry(
            int workerId,
            String owner,
            @Nullable Instant ceiling,
            @Nullable Instant lastReported,
            boolean live,
            boolean self) {
        this(workerId, owner, ceiling, lastReported, live, self, Writer.LEAF);
    }

    /** The same entry, written by a node of another kind. */
    public WorkerIdEntry by(Writer other) {
        return new WorkerIdEntry(workerId, owner, ceiling, lastReported, live, self, other);
    }

    /** The same entry, whose owner was looked at and did not report. */
    public WorkerIdEntry silent() {
        return new WorkerIdEntry(workerId, owner, ceiling, lastReported, false, self, writer);
    }

    /** The kinds of nodes that use worker ids of one namespace. */
    public enum Writer {
        /** A node of this Leaf, which holds a lease. */
        LEAF,
        /** A node of the original Leaf, or of its fork in the mode of the same name. */
        ORIGINAL,
        /** A node of the original's best-known fork. */
        FORK
    }

    /** Makes the owner's name safe to be shown, because others may have written it. */
    public WorkerIdEntry {
        owner = PrintableText.of(owner);
    }
}
