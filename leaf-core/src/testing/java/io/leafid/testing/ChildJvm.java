package io.leafid.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a test starts a process of its own with this JVM's program and class path. Such a process runs most of its code a few
 * times, so it compiles with C1 and collects serially, which costs half of the processor time.
 */
public final class ChildJvm {

    private ChildJvm() {}

    /** The beginning of a command, to which arguments may be added. */
    public static List<String> command(Class<?> main, String... options) {
        return commandOn(System.getProperty("java.class.path"), main, options);
    }

    /** The same with another class path. */
    public static List<String> commandOn(String classPath, Class<?> main, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:MetaspaceSize=128m"); // else each growth on the way to it is a collection of the whole heap
        command.add("-Xmn24m"); // memory that is used for the first time costs a start some 5 % of the processor
        for (String own : OwnHome.PROPERTIES) {
            String directory = System.getProperty(own);
            if (directory != null) {
                command.add("-D%s=%s".formatted(own, directory));
            }
        }
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        return command;
    }
}
