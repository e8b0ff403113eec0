package io.leafid.autoconfigure;

import io.leafid.IdGenerationException;
import io.leafid.IdGenerator;
import io.leafid.time.TimeSource;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application of its own, configured as users configure it, that issues ids until its standard input ends, writing each
 * to a file and every refusal to its standard output. Arguments: file of ids, then those of the application.
 */
final class LocalModeProcess {

    private static final int BATCH = 50;

    private LocalModeProcess() {}

    public static void main(String[] args) throws IOException {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.application.name=orders",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.report-interval=500ms",
                        "leaf.snowflake.reservation=2s")
                .run(Arrays.copyOfRange(args, 1, args.length))) {
            issue(context.getBean(IdGenerator.class), Path.of(args[0]));
        }
    }

    private static void issue(IdGenerator generator, Path file) throws IOException {
        TimeSource time = TimeSource.system();
        try (DataOutputStream ids = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            System.out.println("issuing");
            while (System.in.available() == 0) {
                try {
                    for (long id : generator.nextIds("order", BATCH)) {
                        ids.writeLong(id);
                    }
                    ids.flush();
                } catch (IdGenerationException ex) {
                    System.out.println(ex.getClass().getSimpleName());
                }
                time.parkNanos(1_000_000);
            }
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({LeafAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class})
    static class Application {}
}
