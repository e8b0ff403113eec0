package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.NodeIdentity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedPortTest {

    private static final long NO_PROCESS = Long.MAX_VALUE;

    @TempDir
    private Path root;

    @Test
    void firstStartBesideTheStateOfAnEndedInstanceOfTheHostIsTold() {
        leaveMark("10.0.0.1", 8080, NO_PROCESS);

        assertThat(warnings(8081))
                .singleElement()
                .asString()
                .startsWith("10.0.0.1:8081 starts for the first time, and 10.0.0.1:8080, whose state is beside its own")
                .endsWith("so that a port that changes uses up another each time");
    }

    @Test
    void instanceThatHasStartedBeforeIsNotTold() {
        leaveMark("10.0.0.1", 8080, NO_PROCESS);
        leaveMark("10.0.0.1", 8081, NO_PROCESS);

        assertThat(warnings(8081)).isEmpty();
    }

    @Test
    void instanceThatRunsBesideAndOneOfAnotherHostAreNoFormerPort() {
        leaveMark("10.0.0.1", 8080, ProcessHandle.current().pid());
        leaveMark("10.0.0.2", 8082, NO_PROCESS);

        assertThat(warnings(8081)).isEmpty();
    }

    private List<String> warnings(int port) {
        StatePlace place = new StatePlace(StatePlace.Kind.LASTING, "orders", directory(port), null, List.of(), null);
        try (CapturedLog log = new CapturedLog(ChangedPort.class.getName())) {
            ChangedPort.warn(place, new NodeIdentity("10.0.0.1", port));
            return log.warnings();
        }
    }

    private Path directory(int port) {
        return root.resolve(Integer.toString(port));
    }

    private void leaveMark(String host, int port, long pid) {
        WritingProcess writer = new WritingProcess("machine", "boot", "pid", pid);
        NodeIdentity identity = new NodeIdentity(host, port);
        try (MarkFile file = MarkFile.open(
                directory(port),
                null,
                identity,
                SnowflakeLayout.DEFAULT,
                "mysql leaf_workerid_alloc",
                "orders",
                () -> writer)) {
            file.write(new HighWaterMark(5, "token", 1_000, 2_000));
        }
    }
}
