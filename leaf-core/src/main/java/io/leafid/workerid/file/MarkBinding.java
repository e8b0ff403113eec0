package io.leafid.workerid.file;

import io.leafid.workerid.MarkEvidence;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place that a mark belongs to: to one registry, one service, and one lock file of one machine. Immutable.
 *
 * @param registry names the registry
 * @param service names the service; empty in a mark that does not say
 * @param directory the state directory, for messages
 * @param lockKey tells the lock file from every other file of the machine, a copy of it included; empty if unknown
 * @param born when the file with the mark was made, which tells it from its copies; empty if unknown
 * @param writer the process that wrote the mark
 */
record MarkBinding(
        String registry, String service, String directory, String lockKey, String born, WritingProcess writer) {

    private static final Pattern INODE = Pattern.compile("ino=(\\d+)");

    /**
     * The evidence of a mark about its writer.
     *
     * @param here where this process has found it, whose lock this process holds
     * @param isLockReliable whether a process elsewhere on this machine cannot hold the same lock
     */
    MarkEvidence evidence(MarkBinding here, boolean isLockReliable) {
        if (!registry.equals(here.registry)) {
            return MarkEvidence.OTHER_REGISTRY;
        }
        if (lockKey.isEmpty() || here.lockKey.isEmpty()) {
            return MarkEvidence.COPY;
        }
        if (writer.sharesKernelWith(here.writer)) {
            if (!born.isEmpty() && lockKey.equals(here.lockKey) && hasWriterEnded(here, isLockReliable)) {
                return MarkEvidence.WRITER_ENDED;
            }
            return directory.equals(here.directory) ? MarkEvidence.SAME_DIRECTORY : MarkEvidence.COPY;
        }
        // The number of the device may change with a reboot, that of the file does not.
        boolean isSameFile = inode(lockKey).equals(inode(here.lockKey));
        return (isSameFile && writer.sharesMachineWith(here.writer)) ? MarkEvidence.SAME_PLACE : MarkEvidence.COPY;
    }

    /** The same in a copy of the file, which may lie beside any lock. */
    MarkBinding copied() {
        return new MarkBinding(registry, service, directory, "copied", born, writer);
    }

    /** Returns whether it may be about a service: one of another name has ids of its own. */
    boolean isOfService(String name) {
        return service.isEmpty() || service.equals(name);
    }

    /** The writer's number is ours now, or is seen to be gone; or the writer can have lost the lock by its end only. */
    private boolean hasWriterEnded(MarkBinding here, boolean isLockReliable) {
        if (here.writer.seesPidOf(writer)) {
            return writer.pid() == here.writer.pid() || !writer.isRunning();
        }
        return isLockReliable;
    }

    private static String inode(String lockKey) {
        Matcher inode = INODE.matcher(lockKey);
        return inode.find() ? inode.group(1) : lockKey;
    }

    /** The origin of the mark and the place where it was found. */
    String describe(MarkBinding here) {
        return "in %s (%s) for %s, and this is %s (%s) for %s"
                .formatted(directory, writer, registry, here.directory, here.writer, here.registry);
    }
}
