package io.leafid.benchmarks.raw;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Machine that figures were measured on, without its name. Immutable.
 *
 * @param processors that the JVM may use
 * @param cpu their model, empty where the system does not tell
 * @param memory in GB, 0 where the system does not tell
 * @param system the operating system and its version
 * @param java the JDK's version
 * @param load programs that wanted a processor in the minute before, negative where the system does not tell
 */
public record Machine(int processors, String cpu, long memory, String system, String java, double load) {

    /** This one, now. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                lineOf("/proc/cpuinfo", "model name"),
                gigabytes(lineOf("/proc/meminfo", "MemTotal")),
                System.getProperty("os.name") + " "
                        + System.getProperty("os.version").replaceFirst("-.*", ""),
                System.getProperty("java.vm.version"),
                Math.rint(10 * ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()) / 10);
    }

    /** The text that follows a name in a file of Linux; empty elsewhere. */
    private static String lineOf(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException ex) {
            return "";
        }
    }

    private static long gigabytes(String kilobytes) {
        return kilobytes.isEmpty() ? 0 : Math.round(Double.parseDouble(kilobytes.replace("kB", "")) / (1 << 20));
    }
}
