package io.leafid.chaos;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafJdbcAutoConfiguration;
import io.leafid.autoconfigure.LeafRoutingAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.autoconfigure.LeafStartAutoConfiguration;
import io.leafid.specification.EventFile;
import io.leafid.specification.TracedBeans;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application of its own process whose callers ask for ids all the time and write every call down. Arguments: the
 * directory for that, the milliseconds between two calls of a caller, the state directory; then settings.
 */
final class ChaosNode {

    /** Tag whose ids grow on each node. */
    static final String SEGMENTS = "shop";

    /** Tag whose ids grow over all nodes of a database. */
    static final String ORDERED = "till";

    /** Tag of the snowflake engine. */
    static final String SNOWFLAKE = "flake";

    /** Name of the files of what happens at the points of the protocols. */
    static final String EVENTS = "events";

    static final List<String> TAGS = List.of(SEGMENTS, ORDERED, SNOWFLAKE);
    static final int CALLERS_PER_TAG = 2;

    private ChaosNode() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafRoutingAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class,
        LeafStartAutoConfiguration.class
    })
    static class Application {}

    /** Begins. */
    public static void main(String[] args) throws IOException {
        String[] settings = Arrays.copyOfRange(args, 3, args.length);
        String run = UUID.randomUUID().toString(); // a number of a process comes again within an hour
        EventFile events = EventFile.of(EVENTS, run);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .initializers(new TracedBeans(events, args[2]))
                .run(settings);
        IdGenerator ids = context.getBean(IdGenerator.class);
        Pauses pauses = Pauses.watched();
        for (String tag : TAGS) {
            for (int i = 0; i < CALLERS_PER_TAG; i++) {
                String name = "%s~%s~%d".formatted(tag, run, i);
                CallLogs log = new CallLogs(Path.of(args[0]), name);
                LongConsumer used = tag.equals(SNOWFLAKE) ? events::used : id -> {};
                Caller caller = new Caller(
                        ids, tag, used, log, pauses, Duration.ofMillis(Long.parseLong(args[1])), context::isActive);
                new Thread(caller, name).start();
            }
        }
    }
}
