package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeId;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp.Answer;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Snowflake ids taken apart, at Leaf's own path and at that of the original. */
class DecodeServletTest {

    /** One second after the epoch, worker 7, sequence 42. */
    private static final long ID = (1_000L << 22) | (7 << 12) | 42;

    private static final ServedApplication served = new ServedApplication();

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void takesAnIdApart() {
        Answer answer = served.get("/api/snowflake/decode/" + ID);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.body())
                .isEqualTo("{\"id\":\"4194332714\",\"timestamp\":\"2010-11-04T01:42:55.657Z\","
                        + "\"workerId\":7,\"sequence\":\"42\"}");
    }

    @Test
    void takesAnIdApartAsTheOriginalDoes() {
        Answer answer = served.get("/decodeSnowflakeId?snowflakeId=" + ID);

        LocalDateTime local = LocalDateTime.parse("2010-11-04T01:42:55.657")
                .atZone(ZoneId.of("UTC"))
                .withZoneSameInstant(ZoneId.systemDefault())
                .toLocalDateTime();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.body())
                .isEqualTo("{\"timestamp\":\"1288834975657(%s)\",\"workerId\":\"7\",\"sequenceId\":\"42\"}"
                        .formatted(local.toString().replace('T', ' ')));
    }

    @Test
    void whatWasIssuedIsWhatIsDecoded() {
        String id = served.get("/api/ids/payment").body();
        SnowflakeId expected = served.snowflake().decode(Long.parseLong(id));

        JsonNode decoded = OperatedApplication.parse(
                served.get("/api/snowflake/decode/" + id).body());

        assertThat(decoded.get("id").asString()).isEqualTo(id);
        assertThat(decoded.get("timestamp").asString())
                .isEqualTo(expected.timestamp().toString());
        assertThat(decoded.get("workerId").asInt()).isEqualTo(7);
        assertThat(decoded.get("sequence").asString()).isEqualTo(Long.toString(expected.sequence()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "9223372036854775807"})
    void theFirstAndTheLastIdCanBeTakenApart(String id) {
        assertThat(served.get("/api/snowflake/decode/" + id).status()).isEqualTo(200);
        assertThat(served.get("/decodeSnowflakeId?snowflakeId=" + id).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "9223372036854775808", "18446744073709551616", "1e3", "0x10", "1.0", "id", "1%201"})
    void whatIsNoIdIsABadRequestAndAnErrorMsgAtThePathOfTheOriginal(String id) {
        assertThat(served.get("/api/snowflake/decode/" + id).status()).isEqualTo(400);
        assertErrorMsg(served.get("/decodeSnowflakeId?snowflakeId=" + id), "snowflakeId");
    }

    /** The original answers 200 with this field. */
    private static void assertErrorMsg(Answer answer, String reason) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(OperatedApplication.parse(answer.body()).get("errorMsg").asString())
                .contains(reason);
    }

    /** Nothing may be made of the bits that a shorter layout does not have. */
    @Test
    void anIdOfAnotherLayoutIsABadRequest() {
        try (ServedApplication safe =
                new ServedApplication("leaf.name=safe", "leaf.snowflake.layout.preset=javascript")) {
            String id = safe.get("/api/ids/payment").body();
            assertThat(Long.parseLong(id)).isBetween(0L, 9_007_199_254_740_991L);
            assertThat(OperatedApplication.parse(
                                    safe.get("/api/snowflake/decode/" + id).body())
                            .get("workerId")
                            .asInt())
                    .isEqualTo(7);
            assertThat(safe.get("/decodeSnowflakeId?snowflakeId=" + id).status())
                    .isEqualTo(200);
            Answer answer = safe.get("/api/snowflake/decode/9007199254740992");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("whose ids have 53 bits");
            assertErrorMsg(safe.get("/decodeSnowflakeId?snowflakeId=9007199254740992"), "whose ids have 53 bits");
            assertThat(safe.application
                            .json("/actuator/leaf", 200)
                            .at("/snowflake/layout")
                            .toString())
                    .contains("\"timestampBits\":41,\"workerIdBits\":5,\"sequenceBits\":7");
        }
    }

    @Test
    void anIdThatIsMissingIsSaidToBe() {
        assertThat(served.get("/api/snowflake/decode/").status()).isEqualTo(400);
        assertThat(served.get("/api/snowflake/decode").status()).isEqualTo(400);
        assertErrorMsg(served.get("/decodeSnowflakeId"), "snowflakeId");
        assertErrorMsg(served.get("/decodeSnowflakeId?snowflakeId="), "snowflakeId");
    }
}
