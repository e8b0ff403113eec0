package io.leafid.kubernetes;

import io.leafid.IdGenerationException;
import io.leafid.IdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.specification.EventFile;
import io.leafid.specification.TracedBeans;
import io.leafid.time.TimeSource;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application in a container: a web server, the actuator and Leaf, configured by the environment alone. It writes ids to
 * a file for as long as it lives. Arguments: file of ids, then those that stand for what a container has to itself.
 */
final class PodProcess {

    /** All pods of a test share one. */
    static final String REGISTRY = "pods";

    /** Said of each order when it arrives. */
    static final String ORDERED = "an order has arrived";

    private static final int BATCH = 20;

    private PodProcess() {}

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        // named after the directory of its pod too: a StatefulSet gives a name to one pod after the other
        String name = file.subpath(file.getNameCount() - 2, file.getNameCount())
                .toString()
                .replace('/', '~');
        EventFile events = EventFile.of(REGISTRY, name);
        SnowflakeIdGenerator generator = new SpringApplicationBuilder(Application.class)
                .initializers(new TracedBeans(events, System.getenv("LEAF_SNOWFLAKE_STATEDIRECTORY")))
                .run(Arrays.copyOfRange(args, 1, args.length))
                .getBean(SnowflakeIdGenerator.class);
        issue(generator, file, events);
    }

    private static void issue(SnowflakeIdGenerator generator, Path file, EventFile events) throws IOException {
        TimeSource time = TimeSource.system();
        try (DataOutputStream ids = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            while (!Thread.currentThread().isInterrupted()) { // SIGTERM ends the process, whatever its threads do
                try {
                    for (int i = 0; i < BATCH; i++) {
                        long id = generator.nextId();
                        events.used(id);
                        ids.writeLong(id);
                    }
                } catch (IdGenerationException ex) {
                    System.out.println(ex.getClass().getSimpleName());
                    time.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                }
                ids.flush();
                time.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Orders orders(IdGenerator ids) {
            return new Orders(ids);
        }
    }

    /** Takes its time for an order, and needs its id only then. */
    @RestController
    static final class Orders {

        private final IdGenerator ids;

        Orders(IdGenerator ids) {
            this.ids = ids;
        }

        @GetMapping("/orders/{tag}/after/{seconds}")
        String place(@PathVariable("tag") String tag, @PathVariable("seconds") int seconds) {
            System.out.println(ORDERED);
            TimeSource time = TimeSource.system();
            long deadline = time.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (time.nanoTime() < deadline) {
                time.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
            return Long.toString(ids.nextId(tag));
        }
    }
}
