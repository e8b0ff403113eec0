package io.leafid.workerid.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.json.JsonObject;
import io.leafid.workerid.NodeIdentity;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginalNodeTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:8080-0000000007, 10.0.0.1:8080, 7",
        "my-host:8080-0000000012, my-host:8080, 12",
        "[fe80::1]:8080-0000001023, [fe80::1]:8080, 1023",
        "h:1-2147483647, h:1, 2147483647"
    })
    void nameSaysWhoHasWhichWorkerId(String name, String owner, int workerId) {
        assertThat(OriginalNode.parse(name)).contains(new OriginalNode(name, owner, workerId));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "host", "-7", "h:1-", "h:1-x", "h:1-2147483648", "h:1-00000000001", "h:1-+7", "h:1-٧"})
    void whatIsNoSuchNameIsPassedOver(String name) {
        assertThat(OriginalNode.parse(name)).isEmpty();
    }

    /** ZooKeeper writes these digits: where Leaf writes others, it does not know its own node again, and takes the next number. */
    @ParameterizedTest
    @ValueSource(strings = {"fa-IR", "ar-EG", "bn-BD", "mr-IN", "my-MM", "th-TH-u-nu-thai"})
    void nameIsTheSameInAllLocales(String locale) {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            assertThat(OriginalNode.name(new NodeIdentity("10.0.0.1", 8080), 7)).isEqualTo("10.0.0.1:8080-0000000007");
        } finally {
            Locale.setDefault(usual);
        }
    }

    @Test
    void nameAndPayloadAreWrittenAsTheOriginalDoes() {
        NodeIdentity identity = new NodeIdentity("10.0.0.1", 8080);

        assertThat(OriginalNode.name(identity, 7)).isEqualTo("10.0.0.1:8080-0000000007");
        assertThat(OriginalNode.parse("10.0.0.1:8080-0000000007").orElseThrow().isOf(identity))
                .isTrue();
        assertThat(OriginalNode.payload(identity, 1_567_733_700_834L))
                .hasToString("{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1567733700834}");
    }

    @Test
    void nodeOfTheForkSaysWhoUsedTheWorkerIdLast() {
        JsonObject payload = JsonObject.read(
                "{\"workId\":7,\"lastUsedIp\":\"10.0.0.9\",\"lastUsedPort\":\"8080\",\"lastUsedTimestamp\":5}", 200);

        assertThat(ForkNode.workerId("workId:7")).hasValue(7);
        assertThat(ForkNode.workerId("workId:x")).isEmpty();
        assertThat(ForkNode.workerId("7")).isEmpty();
        assertThat(ForkNode.owner(payload)).isEqualTo("10.0.0.9:8080");
        assertThat(ForkNode.owner(JsonObject.EMPTY)).isEqualTo("?:?");
        assertThat(ForkNode.reportedMillis(payload)).hasValue(5);
    }

    @Test
    void graceIsTwoReportIntervals() {
        assertThat(OriginalReports.unusedFrom(1_000)).isEqualTo(7_000);
        assertThat(OriginalReports.unusedFrom(0)).as("never reported").isZero();
    }
}
