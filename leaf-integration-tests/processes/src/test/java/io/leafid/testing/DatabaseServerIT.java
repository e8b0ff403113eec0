package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A server does not outlive the tests that it serves. */
class DatabaseServerIT {

    @Test
    void mariaDbEndsWithAProcessThatIsKilled() throws Exception {
        assertServerEndsWithItsOwner("MariaDB");
    }

    @Test
    @EnabledIf("io.leafid.testing.MySqlServer#isThere")
    void mySqlEndsWithAProcessThatIsKilled() throws Exception {
        assertServerEndsWithItsOwner("MySQL");
    }

    private static void assertServerEndsWithItsOwner(String kind) throws Exception {
        List<String> command = ChildJvm.command(Owner.class);
        command.add(kind);
        Process owner = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessHandle server;
        try (BufferedReader said = owner.inputReader()) {
            String number = said.lines()
                    .filter(line -> line.startsWith("server "))
                    .findFirst()
                    .orElseThrow();
            server = ProcessHandle.of(Long.parseLong(number.substring("server ".length())))
                    .orElseThrow();
        } finally {
            owner.destroyForcibly().waitFor();
        }

        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(server.isAlive()).isFalse());
    }

    static final class Owner {

        private Owner() {}

        public static void main(String[] args) throws Exception {
            DatabaseServer server = args[0].equals("MySQL") ? MySqlServer.start() : MariaDbServer.start();
            System.out.println("server " + server.process().pid());
            System.exit(System.in.read()); // runs until it is killed
        }
    }
}
