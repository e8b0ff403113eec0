package io.leafid.workerid.file;

import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configured worker id of one name, locked on this machine for this user, whatever the port, state directory or home of
 * the instance is. Not thread-safe.
 *
 * <p>It is locked in each place that can be used: one process may be kept away from the home, another from the temporary
 * directory, and what they have in common is not known. Beside the lock stands the mark, which tells a state directory that
 * was rolled back.
 */
final class WorkerIdLock implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(WorkerIdLock.class);

    /** Characters that can be part of a file's name as they are, also where upper and lower case are the same. */
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789._-";

    private static final int MAX_NAME = 100;

    private static final String LOCK = ".lock";
    private static final String MARK = ".mark";

    private final String service;
    private final int workerId;
    private final List<Place> places = new ArrayList<>();
    private boolean isNoted = true;

    private WorkerIdLock(String service, int workerId) {
        this.service = service;
        this.workerId = workerId;
    }

    /**
     * Locks a worker id.
     *
     * @param place where the instance keeps its state
     * @param workerId the worker id
     * @param self who wants it
     * @throws WorkerIdException.WorkerIdInUse if another instance on this machine has it
     */
    static WorkerIdLock take(StatePlace place, int workerId, LockHolder self) {
        WorkerIdLock taken = new WorkerIdLock(place.name(), workerId);
        try {
            Map<Path, String> unusable = new HashMap<>();
            directories(place).forEach(path -> taken.add(path, self).ifPresent(reason -> unusable.put(path, reason)));
            taken.warnOfWhatIsNotNoticed(place.machine(), unusable);
            return taken;
        } catch (RuntimeException ex) {
            taken.close();
            throw ex;
        }
    }

    /**
     * The highest floor by the marks beside the locks of a worker id, none of which is taken.
     *
     * @throws WorkerIdException.WorkerIdInUse if another instance on this machine has it
     */
    static Floor look(StatePlace place, int workerId, LockHolder self, LeaseRequest request) {
        WorkerIdLock seen = new WorkerIdLock(place.name(), workerId);
        return directories(place).map(path -> seen.look(path, self, request)).reduce(Floor.NONE, Floor::or);
    }

    private Floor look(Path path, LockHolder self, LeaseRequest request) {
        try {
            StateDirectory directory = StateDirectory.look(path);
            if (StateLock.isHeld(directory, file(LOCK))) {
                throw inUse(directory, self);
            }
            return noted(directory, request);
        } catch (IOException ex) {
            logger.debug("{} is not used for locks: {}", path, ex.toString());
            return Floor.NONE;
        }
    }

    private static Stream<Path> directories(StatePlace place) {
        return Stream.concat(place.machine().stream(), Stream.ofNullable(place.beside()));
    }

    /** Locks it in one directory; returns why that cannot be used. */
    private Optional<String> add(Path path, LockHolder self) {
        try {
            StateDirectory directory = StateDirectory.make(path);
            if (places.stream().anyMatch(place -> place.lock().isIn(directory))) {
                return Optional.empty();
            }
            StateLock lock = StateLock.take(directory, file(LOCK), self);
            if (lock == null) {
                throw inUse(directory, self);
            }
            places.add(new Place(directory, lock));
            return Optional.empty();
        } catch (IOException ex) {
            logger.debug("{} is not used for locks: {}", path, ex.toString());
            return Optional.of(ex instanceof UnsafeFileException ? String.valueOf(ex.getMessage()) : ex.toString());
        }
    }

    /** The last place is the only one that all processes of the user have in common. */
    private void warnOfWhatIsNotNoticed(List<Path> machine, Map<Path, String> unusable) {
        Path common = machine.get(machine.size() - 1);
        String reason = unusable.get(common);
        if (reason != null) {
            logger.warn(
                    "nothing can be locked in {} ({}): a second process of this user with worker id {} is noticed only if it uses {}",
                    common,
                    reason,
                    workerId,
                    places.isEmpty() ? "the same directory and port" : held() + " too");
        }
    }

    private String held() {
        return places.stream().map(place -> place.directory().path().toString()).collect(Collectors.joining(" or "));
    }

    private WorkerIdException inUse(StateDirectory directory, LockHolder self) {
        String file = file(LOCK);
        return new WorkerIdException.WorkerIdInUse(
                ("worker id %s of '%s' is in use on this machine: %s is locked by %s; this start is %s; both would issue the "
                                + "same ids: stop one of them, or give each a worker id of its own, or, if they are different "
                                + "services, a name of its own")
                        .formatted(workerId, service, directory.file(file), StateLock.ownerOf(directory, file), self));
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.length() <= MAX_NAME && name.chars().allMatch(each -> PLAIN.indexOf(each) >= 0);
    }

    private String file(String suffix) {
        if (isPlain(service)) {
            return "%s-%s%s".formatted(service, workerId, suffix);
        }
        CRC32C crc = new CRC32C();
        crc.update(service.getBytes(StandardCharsets.UTF_8));
        String readable = service.replaceAll("[^A-Za-z0-9._-]", "_");
        return "%s~%08x-%s%s"
                .formatted(
                        readable.substring(0, Math.min(readable.length(), MAX_NAME)), crc.getValue(), workerId, suffix);
    }

    /**
     * Locks anew what was removed meanwhile.
     *
     * @throws IOException if another process was faster
     */
    void restore() throws IOException {
        for (Place place : places) {
            place.lock().restore();
        }
    }

    /** Notes a mark beside each lock. The one in the state directory is what counts, so that a failure ends nothing. */
    void note(MarkRecord mark) {
        boolean wasNoted = isNoted;
        isNoted = true;
        for (Place place : places) {
            try {
                place.directory().replace(file(MARK), mark.toBytes());
            } catch (IOException ex) {
                isNoted = false;
                warnOfMissingMark(place, ex, wasNoted);
            }
        }
    }

    private void warnOfMissingMark(Place place, IOException failure, boolean isNews) {
        if (isNews) {
            logger.warn(
                    "the mark of worker id {} cannot be noted beside its lock in {} ({}); ids go on, but a state directory that is rolled back may go unnoticed",
                    workerId,
                    place.directory().path(),
                    failure.toString());
        }
    }

    /** The highest floor by the marks beside the locks. */
    Floor noted(LeaseRequest request) {
        Floor floor = Floor.NONE;
        for (Place place : places) {
            floor = floor.or(noted(place.directory(), request));
        }
        return floor;
    }

    private Floor noted(StateDirectory directory, LeaseRequest request) {
        try {
            MarkRecord found = MarkFileContent.of(directory, file(MARK)).found();
            return (found == null)
                    ? Floor.NONE
                    : new Floor(
                            request.floorFor(
                                    workerId, found.mark().token(), found.mark().ceilingMillis(), 0),
                            directory.file(file(MARK)));
        } catch (WorkerIdException.UnsafeState | UncheckedIOException ex) {
            logger.warn("the mark beside a lock of worker id {} is not used: {}", workerId, ex.getMessage());
            return Floor.NONE;
        }
    }

    @Override
    public void close() {
        for (Place place : places) {
            try {
                place.lock().closeAndDelete();
            } catch (IOException ex) {
                logger.debug("a lock of a worker id could not be given up in order", ex);
            }
        }
        places.clear();
    }

    /**
     * One directory in which the worker id is locked.
     *
     * @param directory the directory
     * @param lock the lock
     */
    private record Place(StateDirectory directory, StateLock lock) {}
}
