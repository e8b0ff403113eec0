package io.leafid.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.FileSystemUtils;

/**
 * Identity that tells one context of a test suite from the others, as the settings tell two nodes apart. Immutable.
 *
 * @param name the service's name, which no other context has
 * @param port a port, which no other context of this JVM has
 * @param state a directory for the context alone; made when something is kept there
 */
record OwnIdentity(String name, int port, Path state) {

    private static final int PORTS = 65_535;

    /** The identity of the {@code number}-th context, with the application's name in it. */
    static OwnIdentity of(Environment environment, int number) {
        String service =
                environment.getProperty("leaf.name", environment.getProperty("spring.application.name", "leaf"));
        String random = UUID.randomUUID().toString().substring(0, 8);
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return new OwnIdentity(
                service + "-test-" + random,
                1 + (number - 1) % PORTS,
                temporary.resolve("leaf-test-" + ProcessHandle.current().pid() + "-" + random));
    }

    /** The settings that say so. */
    MapPropertySource properties(boolean inMemory) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("leaf.name", name);
        settings.put("leaf.snowflake.port", port);
        settings.put(
                "leaf.snowflake.state-directory", state.resolve("snowflake").toString());
        settings.put("leaf.segment.state-directory", state.resolve("segment").toString());
        if (inMemory) {
            settings.put("leaf.segment.auto-create.enabled", true);
            settings.put("leaf.snowflake.host", "localhost"); // a machine without a network will do
        }
        return new MapPropertySource("leafTest", settings);
    }

    /** Removes what was kept. */
    void deleteState() {
        try {
            FileSystemUtils.deleteRecursively(state);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
