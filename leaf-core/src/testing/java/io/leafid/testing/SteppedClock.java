package io.leafid.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A wall clock of its own for a process that a test starts, by Debian's package {@code faketime}. Stateless. */
public final class SteppedClock {

    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

    private SteppedClock() {}

    /** Whether the package is installed. */
    public static boolean isAvailable() {
        return Files.exists(LIBRARY);
    }

    /** Gives the process a clock that stands so far off for all of its life, such as {@code -600s}. */
    public static void set(ProcessBuilder process, String offset) {
        load(process.environment());
        process.environment().put("FAKETIME", offset);
    }

    /** Gives the process a clock that follows the offset in a file within a second. */
    public static void follow(ProcessBuilder process, Path offset) {
        load(process.environment());
        process.environment().put("FAKETIME_TIMESTAMP_FILE", offset.toString());
        process.environment().put("FAKETIME_CACHE_DURATION", "1"); // s; at each look it would read the file
    }

    private static void load(Map<String, String> environment) {
        environment.put("LD_PRELOAD", LIBRARY.toString());
        environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0"); // else each timed wait of a JVM is a busy loop
    }
}
