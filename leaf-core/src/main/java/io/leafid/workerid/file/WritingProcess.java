package io.leafid.workerid.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process and the machine that it runs on, as far as the system tells. Immutable. What is unknown is empty.
 *
 * @param machine names the installation of the operating system; clones of a disk share it
 * @param boot names this run of the kernel; no other run of it or of another kernel has the same
 * @param pidNamespace names the set of numbers that {@code pid} is one of; each container has its own
 * @param pid the number of the process
 */
record WritingProcess(String machine, String boot, String pidNamespace, long pid) {

    private static final Path MACHINE = Path.of("/etc/machine-id");
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");

    private static final int MAX_NAME = 64;

    /** This process. Asked anew each time: a process can be frozen, and go on on another machine. */
    static WritingProcess current() {
        return new WritingProcess(
                name(MACHINE),
                name(BOOT),
                pidNamespaceOfSelf(),
                ProcessHandle.current().pid());
    }

    private static String name(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
            return isName(text) ? text : "";
        } catch (IOException ex) {
            return ""; // another system, or a container that has no such file
        }
    }

    static boolean isName(String text) {
        return text.length() <= MAX_NAME
                && text.chars().allMatch(c -> c == '-' || (c < 0x80 && Character.isLetterOrDigit(c)));
    }

    private static String pidNamespaceOfSelf() {
        try {
            return Files.readSymbolicLink(PID_NAMESPACE).toString();
        } catch (IOException | UnsupportedOperationException ex) {
            return "";
        }
    }

    /** Returns whether the other ran on this run of the same kernel. */
    boolean sharesKernelWith(WritingProcess other) {
        return !boot.isEmpty() && boot.equals(other.boot) && machine.equals(other.machine);
    }

    /** Returns whether the other ran on the same installation, maybe before a reboot. */
    boolean sharesMachineWith(WritingProcess other) {
        return !machine.isEmpty() && machine.equals(other.machine);
    }

    /** Returns whether the other's number means something here. */
    boolean seesPidOf(WritingProcess other) {
        return !pidNamespace.isEmpty() && pidNamespace.equals(other.pidNamespace);
    }

    /** Returns whether a process with this number runs, asked by one that sees it. It may be another one that has got the number since. */
    boolean isRunning() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    @Override
    public String toString() {
        return "process %s, machine %s, boot %s".formatted(pid, shown(machine), shown(boot));
    }

    private static String shown(String name) {
        return name.isEmpty() ? "unknown" : name;
    }
}
