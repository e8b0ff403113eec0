package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.segment.SegmentIdGenerator;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The profile {@code client} as it is, with the sample itself as the id service. */
class ClientProfileTest {

    @TempDir
    private Path data;

    private ConfigurableApplicationContext start(WebApplicationType type, String name, String... arguments) {
        String[] all = new String[arguments.length + 6];
        all[0] = "--sample.data=" + data.resolve(name);
        all[1] = "--leaf.name=leaf-sample-" + name + "-" + data.getFileName();
        all[2] = "--leaf.segment.state-directory=" + data.resolve(name + "-tags");
        all[3] = "--leaf.snowflake.state-directory=" + data.resolve(name + "-marks");
        all[4] = "--leaf.segment.wait-timeout=60s"; // a busy machine may take longer than callers wait
        all[5] = "--leaf.segment.load-timeout=60s";
        System.arraycopy(arguments, 0, all, 6, arguments.length);
        return new SpringApplicationBuilder(LeafSampleApplication.class)
                .web(type)
                .run(all);
    }

    @Test
    void idsOfTheClientComeFromTheServiceAndAreNotThoseOfTheService() {
        try (ConfigurableApplicationContext service = start(
                        WebApplicationType.SERVLET,
                        "service",
                        "--server.port=0",
                        "--leaf.snowflake.port=1", // a name only; nothing listens on it
                        "--leaf.web.segments.enabled=true",
                        "--leaf.web.segments.create=true");
                ConfigurableApplicationContext client = start(
                        WebApplicationType.NONE,
                        "client",
                        "--spring.profiles.active=client",
                        "--leaf.remote.connect-timeout=50s",
                        "--leaf.remote.read-timeout=50s",
                        "--leaf.remote.services=http://localhost:"
                                + service.getEnvironment().getProperty("local.server.port"))) {
            IdGenerator own = service.getBean(SegmentIdGenerator.class);
            IdGenerator remote = client.getBean(IdGenerator.class);

            assertThat(client.getBean(SegmentIdGenerator.class).storeName()).isEqualTo("service");
            assertThat(remote.nextIds("order", 100)).doesNotContain(own.nextIds("order", 100));
        }
    }
}
