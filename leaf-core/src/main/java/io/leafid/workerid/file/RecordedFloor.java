package io.leafid.workerid.file;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.compat.OldFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * First millisecond of a configured worker id by all that is recorded in the state directory and in that of an earlier
 * version.
 * Immutable.
 *
 * @param place where the instance keeps its state
 * @param file the locked mark file
 * @param identity who this instance is
 * @param source where the worker id is configured, for messages
 * @param workerId the configured worker id
 * @param request what is asked for
 */
record RecordedFloor(
        StatePlace place, MarkFile file, NodeIdentity identity, String source, int workerId, LeaseRequest request) {

    private static final Logger logger = LoggerFactory.getLogger(RecordedFloor.class);

    /**
     * The first millisecond that may be used.
     *
     * @param besideLocks what stands beside the locks of the worker id
     * @throws WorkerIdException.BadAssignment if this instance used another worker id before
     * @throws WorkerIdException.LayoutMismatch if it used another layout
     */
    Floor find(Floor besideLocks) {
        MarkFileContent content = file.content();
        Floor floor = content.isUnreadable() ? ofDamaged(content) : ofMark(content);
        floor = floor.or(ofFork(file.directory(), floor, true)).or(ofOtherPorts());
        Path former = place.former();
        if (former != null) {
            boolean isStrict = !content.exists() && place.kind() != StatePlace.Kind.CONFIGURED;
            floor = floor.or(ofFormer(former, isStrict));
            floor = floor.or(ofFork(former, floor, isStrict));
        }
        warnOfWhatIsMissing(content, floor, besideLocks);
        return floor.or(besideLocks);
    }

    private void warnOfWhatIsMissing(MarkFileContent content, Floor floor, Floor besideLocks) {
        if (besideLocks.millis() > floor.millis()) {
            warnOfLoss(floor, besideLocks);
        } else if (floor.where() == null && !content.exists()) {
            warnOfNone();
        }
    }

    private void warnOfLoss(Floor floor, Floor besideLocks) {
        logger.warn(
                "{} says that worker id {} was used up to {}, and {} {}: the state directory was lost, rolled back or changed; ids begin "
                        + "above that. Keep the directory on a disk that survives restarts, and restore no former state of it",
                besideLocks.where(),
                workerId,
                Instant.ofEpochMilli(besideLocks.millis()),
                file.directory(),
                (floor.where() == null) ? "says nothing" : "says up to " + Instant.ofEpochMilli(floor.millis()));
    }

    private void warnOfNone() {
        logger.warn(
                "no mark of an earlier run is in {}: that is right at the first start of worker id {} ({}). If it ran before, "
                        + "its directory was lost, nothing says which timestamps it has used, and it will repeat ids if the "
                        + "clock is behind the last one: check the clock, and keep the state directory on a disk that "
                        + "survives restarts",
                file.directory(),
                workerId,
                identity);
    }

    /** A damaged file still shows when it was written; nothing was reserved further ahead than a reservation from then. */
    private Floor ofDamaged(MarkFileContent content) {
        file.putAside("is damaged or of an unknown version");
        long written = Math.max(content.modifiedMillis(), request.time().currentTimeMillis());
        return new Floor(written + request.period().reservation().toMillis(), file.file());
    }

    private Floor ofMark(MarkFileContent content) {
        MarkRecord found = content.found();
        if (found == null) {
            return Floor.NONE;
        }
        HighWaterMark mark = found.mark();
        MarkEvidence evidence = file.evidence(found);
        if (evidence == MarkEvidence.OTHER_REGISTRY) {
            file.putAside("was written " + file.originOf(found));
            return (mark.workerId() == workerId)
                    ? new Floor(Math.max(mark.markMillis(), mark.ceilingMillis()), file.file())
                    : Floor.NONE;
        }
        boolean isOwn = found.isOf(identity);
        if (!isOwn && mark.workerId() != workerId) {
            file.putAside("was written by %s, and this instance is %s".formatted(found.identity(), identity));
            return Floor.NONE;
        }
        file.requireLayout(found, file.file());
        requireSame(file.file(), mark.workerId(), mark.ceilingMillis());
        if (!isOwn) {
            logger.warn("{} was written by {} with the same worker id {}", file.file(), found.identity(), workerId);
        }
        if (evidence == MarkEvidence.COPY) {
            logger.warn(
                    "{} looks copied: it was written {}. If an instance there goes on with worker id {}, both issue the same ids",
                    file.file(),
                    file.originOf(found),
                    workerId);
        }
        return floorOf(mark, file.file());
    }

    /** The last process with this worker id may have had another port, and the clock may have stepped back since. */
    private Floor ofOtherPorts() {
        Floor floor = Floor.NONE;
        for (Path directory : place.ofOtherPorts()) {
            Optional<MarkRecord> found = MarkFileContent.peekIfReadable(directory)
                    .filter(mark -> mark.mark().workerId() == workerId
                            && mark.binding().isOfService(place.name())
                            && file.evidence(mark) != MarkEvidence.OTHER_REGISTRY);
            if (found.isPresent()) {
                floor = floor.or(floorOf(found.get().mark(), directory.resolve(MarkFileContent.FILE)));
            }
        }
        return floor;
    }

    /** This place may have been out of reach for a start since it was last used, or before it was. */
    private Floor ofFormer(Path former, boolean isStrict) {
        Path where = former.resolve(MarkFileContent.FILE);
        MarkRecord found;
        try {
            found = MarkFileContent.peek(former).found();
        } catch (WorkerIdException.UnsafeState ex) {
            logger.warn("what an earlier version may have kept is not used: {}", ex.getMessage());
            return Floor.NONE;
        }
        if (found == null) {
            return Floor.NONE;
        }
        boolean isOfThisMode = file.evidence(found) != MarkEvidence.OTHER_REGISTRY;
        if (isStrict && isOfThisMode && found.isOf(identity)) {
            requireSame(where, found.mark().workerId(), found.mark().ceilingMillis());
        }
        if (found.mark().workerId() != workerId || !isOfThisMode) {
            return Floor.NONE;
        }
        file.requireLayout(found, where);
        return floorOf(found.mark(), where);
    }

    private Floor floorOf(HighWaterMark mark, Path where) {
        return new Floor(request.floorFor(workerId, mark.token(), mark.ceilingMillis(), 0), where);
    }

    private Floor ofFork(Path directory, Floor before, boolean isStrict) {
        Optional<OldFiles.LocalRecord> later = OldFiles.localRecord(directory, identity)
                .filter(old -> old.trustedFromMillis() > before.millis())
                .filter(old -> isStrict || old.workerId() == workerId);
        later.ifPresent(old -> requireSame(old.file(), old.workerId(), old.trustedFromMillis()));
        return later.map(old -> new Floor(old.trustedFromMillis(), old.file())).orElse(Floor.NONE);
    }

    private void requireSame(Path where, int before, long until) {
        if (before != workerId) {
            throw new WorkerIdException.BadAssignment(
                    ("%s gives worker id %s to %s, but %s says that it used %s up to %s; go back to %s, or, if %s is free "
                                    + "and the change is meant, delete that file")
                            .formatted(
                                    source,
                                    workerId,
                                    identity,
                                    where,
                                    before,
                                    Instant.ofEpochMilli(until),
                                    before,
                                    workerId));
        }
    }
}
