package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdException.BadAssignment;
import io.leafid.workerid.WorkerIdRange;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerIdAssignmentTest {

    private static final WorkerIdRange ALL = new WorkerIdRange(0, 1023);

    private static final NodeIdentity NODE = new NodeIdentity("10.0.0.1", 8080);

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:8080, 10.0.0.1, 8080",
        "[fd00::7]:8080, fd00::7, 8080",
        "a:8080, a, 8080",
        "fd00::7:8080, fd00::7, 8080",
        "orders-3.orders.prod.svc:1, orders-3.orders.prod.svc, 1"
    })
    void keyNamesAnInstance(String key, String host, int port) {
        assertThat(WorkerIdAssignment.of(null, Map.of(key, 5)).workerIdOf(new NodeIdentity(host, port), ALL))
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.18080", "10.0.0.1:", ":8080", "10.0.0.1:0", "10.0.0.1:80800", "a b:1", "", "[::1]"})
    void keyThatNamesNoInstanceIsExplained(String key) {
        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of(null, Map.of(key, 5)))
                .withMessageContainingAll("key '" + key + "'", "the work-id map");
    }

    @Test
    void portThatTellsNoInstanceFromAnotherIsExplained() {
        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of(null, Map.of("10.0.0.1:0", 5)))
                .withMessageContaining("must be from 1 to 65535");
    }

    @Test
    void whatOfTheConfigurationGivesTheWorkerIdIsNamed() {
        assertThat(WorkerIdAssignment.of("7", Map.of()).component()).isEqualTo(WorkerIdComponent.WORKER_ID);
        assertThat(WorkerIdAssignment.of(null, Map.of()).component()).isEqualTo(WorkerIdComponent.WORK_ID_MAP);
    }

    @Test
    void workerIdThatIsGivenTwiceIsRefused() {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("10.0.0.1:8080", 5);
        map.put("10.0.0.2:8080", 5);

        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of(null, map))
                .withMessage("the work-id map gives worker id 5 to 10.0.0.2:8080 and to 10.0.0.1:8080; "
                        + "give every instance one of its own, not below 0");
    }

    @Test
    void instanceThatIsWrittenInTwoWaysIsRefused() {
        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of(null, Map.of("[::7]:8080", 1, "::7:8080", 2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1024})
    void workerIdBeyondTheRangeIsRefused(int workerId) {
        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of(null, Map.of("10.0.0.1:8080", workerId))
                        .workerIdOf(NODE, ALL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seven", "-1", "1.5", "", "99999999999"})
    void textThatIsNoWorkerIdIsRefused(String workerId) {
        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of(workerId, Map.of()))
                .withMessage("the configured worker id must be a number or 'ordinal', but is '" + workerId + "'");
    }

    @Test
    void ownWorkerIdMayStandBesideAMapThatAgreesOrDoesNotConcernIt() {
        assertThat(WorkerIdAssignment.of("7", Map.of("10.0.0.1:8080", 7)).workerIdOf(NODE, ALL))
                .isEqualTo(7);
        assertThat(WorkerIdAssignment.of("7", Map.of("10.0.0.2:8080", 8)).workerIdOf(NODE, ALL))
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1:8080=8", "10.0.0.2:8080=7"})
    void ownWorkerIdThatTheMapContradictsIsRefused(String entry) {
        String[] parts = entry.split("=", 2);

        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(() -> WorkerIdAssignment.of("7", Map.of(parts[0], Integer.valueOf(parts[1])))
                        .workerIdOf(NODE, ALL))
                .withMessageContaining("correct one of them");
    }

    @ParameterizedTest
    @CsvSource({"orders-0, 0", "orders-12, 12", "orders-api-3.orders.prod.svc.cluster.local, 3"})
    void ordinalIsTheNumberAtTheEndOfThePodsName(String host, int ordinal) {
        assertThat(WorkerIdAssignment.of("ordinal", Map.of()).workerIdOf(new NodeIdentity(host, 8080), ALL))
                .isEqualTo(ordinal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "orders-7d4f9c-x2x", "10.0.0.1", "orders3", "fd00::3", ".orders-3"})
    void hostWithoutAnOrdinalIsRefused(String host) {
        assertThatExceptionOfType(BadAssignment.class)
                .isThrownBy(
                        () -> WorkerIdAssignment.of("ordinal", Map.of()).workerIdOf(new NodeIdentity(host, 8080), ALL))
                .withMessageContainingAll("'" + host + "'", "set the host");
    }
}
