package io.leafid.testing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/**
 * The classes of an application's start, loaded and verified once for all processes of a build that test applications. It takes no
 * directory, so the jars come first on the class path. A JVM passes over an archive that does not fit. Immutable.
 *
 * @param classPath of the processes
 * @param file the archive, which may be missing
 */
public record ChildJvmArchive(String classPath, Path file) {

    private static final String NAME = "child-jvm";

    /** The beginning of a command that starts an application, from an archive of what its start loads: 40 % cheaper. */
    public static List<String> command(Class<?> main, String... options) {
        ChildJvmArchive archive = shared();
        List<String> all = new ArrayList<>(archive.options());
        all.addAll(List.of(options));
        return ChildJvm.commandOn(archive.classPath(), main, all.toArray(String[]::new));
    }

    /** The one of this build: made by the first process that asks, while the others wait. */
    private static ChildJvmArchive shared() {
        return Holder.ARCHIVE;
    }

    private List<String> options() {
        return List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    private static ChildJvmArchive findOrMake() throws IOException, InterruptedException {
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        List<Path> jars =
                new ArrayList<>(entries.stream().filter(Files::isRegularFile).toList());
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        try (FileChannel channel = FileChannel.open(
                        target.resolve(NAME + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            Path home = target.resolve(NAME + "-" + fingerprint(jars));
            jars.add(home.resolve("application.jar"));
            Path archive = home.resolve("classes.jsa");
            if (lock.isValid() && !Files.exists(home)) {
                pack(Files.createDirectory(home).resolve("application.jar"));
                make(joined(jars), archive);
            }
            return new ChildJvmArchive(
                    joined(jars)
                            + File.pathSeparator
                            + joined(entries.stream().filter(Files::isDirectory).toList()),
                    archive);
        }
    }

    private static String joined(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Another one for other jars: a JVM looks at their times too. */
    private static String fingerprint(List<Path> jars) throws IOException {
        List<Object> parts = new ArrayList<>();
        for (Path jar : jars) {
            parts.add(jar);
            parts.add(Files.size(jar));
            parts.add(Files.getLastModifiedTime(jar));
        }
        return Integer.toHexString(parts.hashCode());
    }

    private static void pack(Path jar) throws IOException {
        String name = Application.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                InputStream content = Objects.requireNonNull(
                        ChildJvmArchive.class.getClassLoader().getResourceAsStream(name))) {
            zip.putNextEntry(new ZipEntry(name));
            content.transferTo(zip);
        }
    }

    /** An application ends as soon as it is there, and its JVM writes down what it has loaded. */
    private static void make(String jars, Path archive) throws IOException, InterruptedException {
        List<String> command = ChildJvm.commandOn(
                jars,
                SpringApplication.class,
                "-XX:ArchiveClassesAtExit=" + archive,
                "-Dspring.context.exit=onRefresh",
                "-Duser.home=" + archive.resolveSibling("home"));
        command.addAll(List.of(
                "--spring.main.sources=" + Application.class.getName(),
                "--spring.cloud.compatibility-verifier.enabled=false",
                "--spring.cloud.discovery.enabled=false",
                "--spring.flyway.enabled=false",
                "--spring.liquibase.enabled=false",
                "--server.port=0",
                "--leaf.name=child-jvm",
                "--leaf.snowflake.enabled=true",
                "--leaf.snowflake.mode=local",
                "--leaf.snowflake.local.worker-id=1",
                "--leaf.snowflake.port=1"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(archive.resolveSibling("output").toFile())
                .start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor(); // starts take longer without it
        }
    }

    /** What an application of the tests is configured by. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static final class Holder {

        static final ChildJvmArchive ARCHIVE;

        static {
            try {
                ARCHIVE = findOrMake();
            } catch (IOException ex) {
                throw new UncheckedIOException("the archive of classes cannot be made", ex);
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }
}
