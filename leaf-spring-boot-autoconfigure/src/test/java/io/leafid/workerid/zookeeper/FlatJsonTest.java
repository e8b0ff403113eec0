package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatJsonTest {

    private static FlatJson parse(String text) {
        return FlatJson.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void originalsPayloadIsReadAndWrittenAlike() {
        String payload = "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1567733700834}";

        FlatJson read = parse(payload);

        assertThat(read.text("ip")).hasValue("10.0.0.1");
        assertThat(read.text("port")).hasValue("8080");
        assertThat(read.number("timestamp")).hasValue(1_567_733_700_834L);
        assertThat(read).hasToString(payload);
    }

    @Test
    void spaceNullAndUnknownFieldsDoNotDisturb() {
        FlatJson read = parse(" { \"a\" : 1 ,\n\"b\":null, \"c\" : true,\t\"d\":\"x\" } \n");

        assertThat(read.number("a")).hasValue(1);
        assertThat(read.text("b")).isEmpty();
        assertThat(read.number("c")).isEmpty();
        assertThat(read.text("d")).hasValue("x");
    }

    @Test
    void textsWithSpecialCharactersComeBackAsTheyWere() {
        String text = "a\"b\\c\n\tü\u0001/$1";

        assertThat(parse(FlatJson.EMPTY.with("t", text).toString()).text("t")).hasValue(text);
        assertThat(parse("{\"t\":\"\\u00e9\\/\\n\"}").text("t")).hasValue("é/\n");
    }

    @Test
    void aTextIsNoNumberAndANumberNoText() {
        FlatJson read = parse("{\"port\":8080,\"timestamp\":\"1\"}");

        assertThat(read.text("port")).isEmpty();
        assertThat(read.number("timestamp")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "7",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1",
                "{\"a\":1}}",
                "{\"a\":1}x",
                "{\"a\":{\"b\":1}}",
                "{\"a\":[1]}",
                "{\"a\":1.5}",
                "{\"a\":99999999999999999999}",
                "{a:1}",
                "{\"a\":\"x}",
                "{\"a\":\"x\\\"}",
                "workerID=7"
            })
    void whatIsNoFlatObjectReadsAsAnEmptyOne(String text) {
        assertThat(parse(text)).isEqualTo(FlatJson.EMPTY);
    }

    @Test
    void anyBytesAreRead() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            assertThat(FlatJson.parse(bytes)).isNotNull();
        }
        assertThat(parse("{\"a\":\"" + "\\\\".repeat(500_000) + "\"}")).isEqualTo(FlatJson.EMPTY);
        assertThat(parse("{\"a\":\"" + "\\\\".repeat(1_500) + "\"}").text("a")).isPresent();
    }
}
