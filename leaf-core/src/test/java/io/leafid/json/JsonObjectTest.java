package io.leafid.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {

    private static final int MAX_LENGTH = 4_096;

    private static JsonObject read(String text) {
        return JsonObject.read(text, MAX_LENGTH);
    }

    @Test
    void originalsPayloadIsReadAndWrittenAlike() {
        String payload = "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1567733700834}";

        JsonObject read = read(payload);

        assertThat(read.text("ip")).hasValue("10.0.0.1");
        assertThat(read.text("port")).hasValue("8080");
        assertThat(read.number("timestamp")).hasValue(1_567_733_700_834L);
        assertThat(read).hasToString(payload);
    }

    @Test
    void spaceNullAndUnknownFieldsDoNotDisturb() {
        JsonObject read = read(" { \"a\" : 1 ,\n\"b\":null, \"c\" : true,\t\"d\":\"x\" } \n");

        assertThat(read.number("a")).hasValue(1);
        assertThat(read.text("b")).isEmpty();
        assertThat(read.number("c")).isEmpty();
        assertThat(read.text("d")).hasValue("x");
        assertThat(read("{}")).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void textsWithSpecialCharactersComeBackAsTheyWere() {
        String text = "a\"b\\c\n\tü\u0001/$1\ud83c";

        assertThat(read(JsonObject.EMPTY.with("t", text).toString()).text("t")).hasValue(text);
        assertThat(read("{\"t\":\"\\u00e9\\/\\n\\b\\f\\r\"}").text("t")).hasValue("é/\n\b\f\r");
    }

    @Test
    void aTextIsNoNumberAndANumberNoText() {
        JsonObject read = read("{\"port\":8080,\"timestamp\":\"1\"}");

        assertThat(read.text("port")).isEmpty();
        assertThat(read.number("timestamp")).isEmpty();
    }

    @Test
    void numbersReachToTheEndsOfALong() {
        JsonObject ends = JsonObject.EMPTY.with("max", Long.MAX_VALUE).with("min", Long.MIN_VALUE);

        assertThat(read(ends.toString())).isEqualTo(ends);
        assertThat(read("{\"a\":-0}").number("a")).hasValue(0);
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
                "{\"a\":1,}",
                "{,\"a\":1}",
                "{\"a\":1}}",
                "{\"a\":1}x",
                "{\"a\":{\"b\":1}}",
                "{\"a\":[1]}",
                "{\"a\":1.5}",
                "{\"a\":1e3}",
                "{\"a\":-}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":9223372036854775808}",
                "{\"a\":nul}",
                "{\"a\":True}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":\"x}",
                "{\"a\":\"x\\\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\\u１２３４\"}",
                "{\"a\":1,\"a\":null}",
                "{\"a\":null,\"a\":1}",
                "{\"a\":null,\"a\":null}",
                "{\"a\":\"\\u12",
                "{\"a\":\"\n\"}",
                "{\"a\":1 \"b\":2}",
                "\u00a0{}",
                "{}\u0000",
                "workerID=7"
            })
    void whatIsNoFlatObjectIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"a":1,"a":2}  | a field is named twice, again at character 8
                    {"a":x}        | a text, a whole number, true, false or null is missing at character 6
                    {"a":1         | '}' is missing at character 7
                    {"a":1} x      | the end is missing at character 9
                    {"a":1.5}      | '}' is missing at character 7
                    {"a":"\\q"}     | an escape that JSON has is missing at character 8
                    """)
    void refusalSaysWhatIsWrongAndWhere(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessage(message);
    }

    @Test
    void whatIsTooLongIsNotLookedAt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.read("{\"a\":1}", 6))
                .withMessage("JSON of 7 characters, more than 6");
    }

    @Test
    void fieldsAreWrittenInTheOrderOfTheirNamesWhateverTheOrderOfTheirComing() {
        assertThat(JsonObject.EMPTY.with("b", 1).with("a", "x").with("b", 2)).hasToString("{\"a\":\"x\",\"b\":2}");
    }

    /** Any text is either refused, or an object that comes back the same from what it writes. */
    @Test
    void anyTextIsReadOrRefusedAndWhatIsReadIsWrittenAlike() {
        Random random = new Random(7);
        String alphabet = "{}[]\":,\\untrfb0123456789-.eE aé\u0001\n\ud800";
        int read = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            int fields = random.nextInt(3);
            for (int f = 0; f < fields; f++) {
                text.append(f == 0 ? "" : ",").append("\"").append(f).append("\":");
                text.append(random.nextBoolean() ? "\"" + noise(random, alphabet) + "\"" : noise(random, alphabet));
            }
            read += reads("{" + text + "}") ? 1 : 0;
        }
        assertThat(read)
                .as("the noise hits JSON often enough to mean something")
                .isGreaterThan(20_000);
    }

    private static String noise(Random random, String alphabet) {
        StringBuilder noise = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            noise.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return noise.toString();
    }

    private static boolean reads(String text) {
        JsonObject read;
        try {
            read = JsonObject.read(text, MAX_LENGTH);
        } catch (IllegalArgumentException ex) {
            return false;
        }
        assertThat(JsonObject.read(read.toString(), MAX_LENGTH)).isEqualTo(read);
        return true;
    }

    private static List<JsonObject> readArray(String text) {
        List<JsonObject> items = new ArrayList<>();
        try {
            JsonObject.readArray(new StringReader(text), MAX_LENGTH, items::add);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return items;
    }

    @Test
    void arraysAreRead() {
        assertThat(readArray(" [ ] ")).isEmpty();
        assertThat(readArray("[{}]")).containsExactly(JsonObject.EMPTY);
        assertThat(readArray(" [ {\"a\":\"}\\\\\"} ,\n{\"a\":\"\\\"}\"},{\"b\":2}]\n"))
                .hasToString("[{\"a\":\"}\\\\\"}, {\"a\":\"\\\"}\"}, {\"b\":2}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[",
                "[{}",
                "[{},]",
                "[,{}]",
                "[{}{}]",
                "[{}] x",
                "[[{}]]",
                "[7]",
                "[{\"a\":\"}]",
                "[{\"a\":{}}]",
                "[{\"a\":1,\"a\":2}]"
            })
    void whatIsNoArrayOfObjectsIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> readArray(text));
    }

    @Test
    void arrayIsReadNoFurtherThanItsLimit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> readArray("[" + " ".repeat(MAX_LENGTH)))
                .withMessage("JSON of more than 4096 characters");
    }

    @Test
    void objectOfAnArrayIsTakenBeforeTheNextIsRead() throws IOException {
        StringReader text = new StringReader("[" + "{\"a\":1},".repeat(1_000) + "{\"a\":2}]");
        List<Integer> left = new ArrayList<>();
        CharBuffer rest = CharBuffer.allocate(20_000);

        JsonObject.readArray(text, Long.MAX_VALUE, item -> {
            if (left.isEmpty()) {
                left.add(charactersLeft(text, rest));
            }
        });

        assertThat(left).containsExactly(8 * 1_000);
    }

    /** The number of characters that were not read; they are given back. */
    private static int charactersLeft(StringReader text, CharBuffer rest) {
        try {
            text.mark(0);
            int count = text.read(rest.clear());
            text.reset();
            return count;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void aLongTextCostsNoStack() {
        assertThat(JsonObject.read("{\"a\":\"" + "\\\\".repeat(500_000) + "\"}", 2_000_000)
                        .text("a"))
                .isPresent();
    }
}
