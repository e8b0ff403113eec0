package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;

/** The command for an id service in docs/run/ids-have-stopped.md, run by a shell; only host and port are those of this machine. */
class RunbookCommandTest {

    private static final Pattern COMMAND = Pattern.compile("`(curl -i http://)[^/]+(/api/segments/order)`");

    private static String run(IdService service) throws IOException {
        Matcher command = COMMAND.matcher(Files.readString(Path.of("..", "docs", "run", "ids-have-stopped.md")));
        assertThat(command.find()).isTrue();
        Process shell = new ProcessBuilder(
                        "bash", "-c", command.group(1) + "localhost:" + service.port() + command.group(2))
                .redirectErrorStream(true)
                .start();
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void instanceOfAnIdServiceSaysWhatItCanDo() throws IOException {
        try (IdService service = new IdService(WebApplicationType.SERVLET)) {
            service.putRow("order", 1, 10);
            assertThat(run(service)).contains("HTTP/1.1 200", "\"tag\":\"order\"");

            service.jdbc().execute("SHUTDOWN");
            assertThat(run(service)).contains("HTTP/1.1 503");
        }
    }
}
