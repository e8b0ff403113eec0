package io.leafid.workerid.file;

import io.leafid.file.StateDirectory;
import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configured worker id of one name, locked on this machine for this user, whatever the port or state directory of the
 * instance is. Not thread-safe.
 *
 * <p>It is locked in a directory that all processes of the user find alike, and, since a service may be kept away from that
 * one, in a directory beside its state directory too.
 */
final class WorkerIdLock implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(WorkerIdLock.class);

    /** What can be part of a file's name as it is, also where upper and lower case are the same. */
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789._-";

    private static final int MAX_NAME = 100;

    private final List<StateLock> locks = new ArrayList<>();

    private WorkerIdLock() {}

    /**
     * Locks a worker id.
     *
     * @param place where the instance keeps its state
     * @param workerId the worker id
     * @param self who wants it
     * @throws WorkerIdException.WorkerIdInUse if another instance on this machine has it
     */
    static WorkerIdLock take(StatePlace place, int workerId, LockHolder self) {
        WorkerIdLock taken = new WorkerIdLock();
        try {
            boolean isMachineWide = place.machine().stream().anyMatch(path -> taken.add(path, place, workerId, self));
            Path beside = place.beside();
            boolean isBeside = beside != null && taken.add(beside, place, workerId, self);
            if (!isMachineWide) {
                logger.warn(
                        "nothing can be locked in {}: a second process with worker id {} is noticed only if {}",
                        place.machine(),
                        workerId,
                        isBeside ? "it uses " + beside + " too" : "it uses the same directory and port");
            }
            return taken;
        } catch (RuntimeException ex) {
            taken.close();
            throw ex;
        }
    }

    /** Locks it in one directory; returns whether that can be used. */
    private boolean add(Path path, StatePlace place, int workerId, LockHolder self) {
        String file = fileOf(place.name(), workerId);
        try {
            StateDirectory directory = StateDirectory.make(path);
            if (locks.stream().anyMatch(lock -> lock.isIn(directory))) {
                return true;
            }
            StateLock lock = StateLock.take(directory, file, self);
            if (lock == null) {
                throw inUse(place.name(), workerId, directory, file, self);
            }
            locks.add(lock);
            return true;
        } catch (IOException ex) {
            logger.debug("{} is not used for locks: {}", path, ex.toString());
            return false;
        }
    }

    private static WorkerIdException inUse(
            String name, int workerId, StateDirectory directory, String file, LockHolder self) {
        return new WorkerIdException.WorkerIdInUse(
                ("worker id %d of '%s' is in use on this machine: %s is locked by %s; this start is %s; both would issue the "
                                + "same ids: stop one of them, or give each a worker id of its own, or, if they are different "
                                + "services, a name of its own")
                        .formatted(workerId, name, directory.file(file), StateLock.ownerOf(directory, file), self));
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.length() <= MAX_NAME && name.chars().allMatch(each -> PLAIN.indexOf(each) >= 0);
    }

    private static String fileOf(String name, int workerId) {
        if (isPlain(name)) {
            return "%s-%d.lock".formatted(name, workerId);
        }
        CRC32C crc = new CRC32C();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        String readable = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return "%s~%08x-%d.lock"
                .formatted(readable.substring(0, Math.min(readable.length(), MAX_NAME)), crc.getValue(), workerId);
    }

    /**
     * Locks anew what was removed meanwhile.
     *
     * @throws IOException if another process was faster
     */
    void restore() throws IOException {
        for (StateLock lock : locks) {
            lock.restore();
        }
    }

    @Override
    public void close() {
        for (StateLock lock : locks) {
            try {
                lock.closeAndDelete();
            } catch (IOException ex) {
                logger.debug("a lock of a worker id could not be given up in order", ex);
            }
        }
        locks.clear();
    }
}
