package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server does not outlive the tests that it serves. */
class MariaDbServerIT {

    @Test
    void serverEndsWithAProcessThatIsKilled() throws Exception {
        Process owner = new ProcessBuilder(ChildJvm.command(Owner.class))
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

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.isAlive()).isFalse());
    }

    static final class Owner {

        private Owner() {}

        public static void main(String[] args) throws Exception {
            System.out.println("server " + MariaDbServer.start().process().pid());
            System.exit(System.in.read()); // runs until it is killed
        }
    }
}
