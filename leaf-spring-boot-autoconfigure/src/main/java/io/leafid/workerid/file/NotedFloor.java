package io.leafid.workerid.file;

import io.leafid.workerid.ClaimRequest;
import io.leafid.workerid.Mark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a configured worker id may begin, by all that is noted in the state directory. Immutable.
 *
 * @param file the locked mark file
 * @param identity who this instance is
 * @param source where the worker id is configured, for messages
 * @param workerId the configured worker id
 * @param request what is asked for
 */
record NotedFloor(MarkFile file, NodeIdentity identity, String source, int workerId, ClaimRequest request) {

    private static final Logger logger = LoggerFactory.getLogger(NotedFloor.class);

    /**
     * The first millisecond since 1970 that may be used; 0 if nothing is noted.
     *
     * @throws WorkerIdException.BadAssignment if this instance used another worker id before
     * @throws WorkerIdException.LayoutMismatch if it used another layout
     */
    long millis() {
        Content content = file.content();
        long ours = content.isUnreadable() ? ofDamaged(content) : ofMark(content);
        return Math.max(ours, ofFork(ours));
    }

    /** A damaged file still shows when it was written; nothing was reserved further ahead than a reservation from then. */
    private long ofDamaged(Content content) {
        file.putAside("is damaged or of an unknown version");
        long written = Math.max(content.modifiedMillis(), request.time().currentTimeMillis());
        return written + request.reservation().toMillis();
    }

    private long ofMark(Content content) {
        MarkRecord found = content.found();
        if (found == null) {
            return 0;
        }
        Mark mark = found.mark();
        if (file.evidence(found) == MarkEvidence.OTHER_REGISTRY) {
            file.putAside("was written " + file.originOf(found));
            return (mark.workerId() == workerId) ? Math.max(mark.markMillis(), mark.ceilingMillis()) : 0;
        }
        boolean isOwn = found.isOf(identity);
        if (!isOwn && mark.workerId() != workerId) {
            file.putAside("was written by %s, and this instance is %s".formatted(found.identity(), identity));
            return 0;
        }
        file.requireLayout(found);
        requireSame(file.file(), mark.workerId(), mark.ceilingMillis());
        if (!isOwn) {
            logger.warn("{} was written by {} with the same worker id {}", file.file(), found.identity(), workerId);
        }
        if (file.evidence(found) == MarkEvidence.COPY) {
            logger.warn(
                    "{} looks copied: it was written {}. If an instance there goes on with worker id {}, both issue the same ids",
                    file.file(),
                    file.originOf(found),
                    workerId);
        }
        return request.floorFor(workerId, mark.token(), mark.ceilingMillis(), 0);
    }

    private long ofFork(long ours) {
        Optional<OldFiles.LocalNote> later =
                OldFiles.localNote(file.directory(), identity).filter(note -> note.trustedFromMillis() > ours);
        later.ifPresent(note -> requireSame(note.file(), note.workerId(), note.trustedFromMillis()));
        return later.map(OldFiles.LocalNote::trustedFromMillis).orElse(0L);
    }

    private void requireSame(Path noted, int before, long until) {
        if (before != workerId) {
            throw new WorkerIdException.BadAssignment(
                    ("%s gives worker id %d to %s, but %s says that it used %d up to %s; go back to %d, or, if %d is free "
                                    + "and the change is meant, delete that file")
                            .formatted(
                                    source,
                                    workerId,
                                    identity,
                                    noted,
                                    before,
                                    Instant.ofEpochMilli(until),
                                    before,
                                    workerId));
        }
    }
}
