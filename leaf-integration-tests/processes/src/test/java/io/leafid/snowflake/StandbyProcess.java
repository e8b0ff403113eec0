package io.leafid.snowflake;

import io.leafid.IdGenerationException;
import io.leafid.specification.EventFile;
import io.leafid.specification.TracedBeans;
import io.leafid.time.TimeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * An application with a web server that issues ids all the time, as far as it gets any, and writes them down. Arguments: the file for them;
 * then settings. What keeps it from issuing stands in the file of that name with {@code .failures} behind it.
 */
final class StandbyProcess {

    /** All that run together share one. */
    static final String REGISTRY = "registry";

    /** Ids that are written together. */
    static final int BATCH = 8;

    private StandbyProcess() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    public static void main(String[] args) throws IOException {
        String[] settings = Arrays.copyOfRange(args, 1, args.length);
        EventFile events = EventFile.of(REGISTRY, Path.of(args[0]).getFileName().toString());
        SnowflakeIdGenerator generator = new SpringApplicationBuilder(Application.class)
                .initializers(new TracedBeans(events, args[0]))
                .run(settings)
                .getBean(SnowflakeIdGenerator.class);
        Path failures = Path.of(args[0] + ".failures");
        try (FileChannel ids =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                try {
                    long[] issued = generator.nextIds(BATCH);
                    LongStream.of(issued).forEach(events::used);
                    write(issued, ids);
                } catch (IdGenerationException ex) {
                    note(ex, failures);
                }
                TimeSource.system().parkNanos(2_000_000);
            }
        }
    }

    /** The first one, at once and whole. */
    private static void note(IdGenerationException failure, Path file) throws IOException {
        if (Files.notExists(file)) {
            Path written = Files.writeString(Path.of(file + ".part"), failure.toString());
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void write(long[] issued, FileChannel ids) throws IOException {
        ByteBuffer written = ByteBuffer.allocate(issued.length * Long.BYTES);
        for (long id : issued) {
            written.putLong(id);
        }
        written.flip();
        while (written.hasRemaining()) {
            ids.write(written);
        }
    }
}
