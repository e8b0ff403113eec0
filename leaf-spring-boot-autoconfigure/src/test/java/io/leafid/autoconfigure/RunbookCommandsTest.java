package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.PageCode;
import io.leafid.testing.ZooKeeperServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands of docs/run/ids-have-stopped.md, run by a shell; only host, port and path are those of this machine. */
class RunbookCommandsTest {

    private static final String HEALTH = "curl -s localhost:8080/actuator/health/leaf";

    private static final String SERVICE = "curl -i http://10.0.1.7:8080/api/segments/order";

    private static final String ZOOKEEPER = "echo srvr | curl -s telnet://zk1:2181";

    private static final Set<String> RUN_HERE = Set.of(HEALTH, SERVICE, ZOOKEEPER);

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w+)\\n(.*?)^ *```$");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    /** What an operator types begins with one of these. */
    private static final Pattern COMMAND = Pattern.compile(
            "(?:curl|echo|nc|ls|delete|rm|mv|cp|cat|df|du|chown|chmod|mount|chronyc|timedatectl|ntpq|date|java|jcmd|jstack|kill|ps|"
                    + "kubectl|docker|systemctl|journalctl|mysql|mariadb|psql|sqlite3|zkCli[.]sh|zkServer[.]sh|grep|tail|sudo)(?: .*)?");

    private static String page() throws IOException {
        return PageCode.page("run/ids-have-stopped.md");
    }

    /** What is printed. */
    private static String run(String command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("bash", "-c", command)
                .redirectErrorStream(true)
                .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        shell.waitFor();
        return printed;
    }

    @Test
    void healthSaysWhichEngineFailsAndWhy() throws Exception {
        try (OperatedApplication application = application()) {
            String command = HEALTH.replace("8080", String.valueOf(application.port()));
            assertThat(run(command)).contains("\"status\":\"UP\"");

            application.cutOffDatabase();

            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(refusalThen(application, command))
                            .contains("\"segment\":{", "\"status\":\"DOWN\"", "\"reason\":\""));
        }
    }

    /** A call needs the database, so that the engine knows of the outage. */
    private static String refusalThen(OperatedApplication application, String command) throws Exception {
        assertThatThrownBy(() -> application.segment().nextIds("order", 1_000))
                .isInstanceOf(SegmentUnavailableException.class);
        return run(command);
    }

    /** With the settings of README's "Watch it" alone, beside those of an engine and the service. */
    private static OperatedApplication application() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String watch = readme.substring(readme.indexOf("## Watch it"));
        Stream<String> settings = watch.substring(watch.indexOf("```yaml\n") + 8, watch.indexOf("\n```\n"))
                .lines()
                .map(line -> line.split(" #", 2)[0].replace(": ", "="));
        OperatedApplication application = new OperatedApplication(
                Stream.concat(Stream.of("leaf.segment.enabled=true", "leaf.segment.wait-timeout=100ms"), settings)
                        .toArray(String[]::new));
        application.sql("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        return application;
    }

    @Test
    void serverOfZooKeeperSaysThatItServes() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer()) {
            assertThat(run(ZOOKEEPER.replace("zk1:2181", server.directAddress())))
                    .contains("Mode: standalone");
        }
    }

    /** SQL is run by {@link RunbookIT}, in each box that has some; what was walked by hand is in the page about proof. */
    @Test
    void eachCommandIsRunByATestOrWasWalkedByHand() throws IOException {
        Set<String> commands = new TreeSet<>();
        CODE.matcher(BLOCK.matcher(page()).replaceAll(""))
                .results()
                .map(code -> code.group(1))
                .filter(code -> COMMAND.matcher(code).matches())
                .forEach(commands::add);
        BLOCK.matcher(page())
                .results()
                .filter(block -> !List.of("mermaid", "sql").contains(block.group(1)))
                .forEach(block ->
                        commands.add(block.group(2).strip().lines().findFirst().orElseThrow()));

        Set<String> walked = new HashSet<>(RUN_HERE);
        PageCode.page("proof/proof.md")
                .lines()
                .dropWhile(line -> !line.equals("## Commands of the runbook"))
                .filter(line -> line.startsWith("| `"))
                .forEach(line -> walked.add(line.split("`", -1)[1]));

        assertThat(walked).containsExactlyInAnyOrderElementsOf(commands);
    }
}
