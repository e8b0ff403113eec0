package io.leafid.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    private record Point(long id, int x, @Nullable String name, List<Double> rates) {}

    private static String write(@Nullable Object value) {
        return JsonWriter.forBrowsers().write(value);
    }

    @Test
    void recordsAreWrittenInTheOrderOfTheirPartsWithoutTheAbsent() {
        assertThat(write(new Point(9_007_199_254_740_993L, 2, null, List.of(1.5))))
                .isEqualTo("{\"id\":\"9007199254740993\",\"x\":2,\"rates\":[1.5]}");
    }

    @Test
    void emptyOnesAreWrittenToo() {
        assertThat(write(Map.of())).isEqualTo("{}");
        assertThat(write(List.of())).isEqualTo("[]");
        assertThat(write(new long[0])).isEqualTo("[]");
        assertThat(write(null)).isEqualTo("null");
    }

    @Test
    void longsAreTextsForBrowsersAndNumbersForRegistries() {
        assertThat(write(new long[] {1, 2})).isEqualTo("[\"1\",\"2\"]");
        assertThat(JsonWriter.forRegistries().write(new long[] {1, 2})).isEqualTo("[1,2]");
    }

    @Test
    void nothingThatAPageMayEmbedEndsAScript() {
        assertThat(write("</script>&\"\\\u2028\u007f\né"))
                .isEqualTo("\"\\u003c/script\\u003e\\u0026\\u0022\\u005c\\u2028\\u007f\\u000aé\"");
    }

    @Test
    void registriesAreWrittenToAsEarlierVersionsDid() {
        assertThat(JsonWriter.forRegistries().write("</a>\"\\\u2028\né")).isEqualTo("\"</a>\\\"\\\\\u2028\\u000aé\"");
    }

    @Test
    void mapsKeepTheirOrderAndOtherThingsAreTexts() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("b", Duration.ofSeconds(1));
        fields.put("a", true);

        assertThat(write(fields)).isEqualTo("{\"b\":\"PT1S\",\"a\":true}");
    }
}
