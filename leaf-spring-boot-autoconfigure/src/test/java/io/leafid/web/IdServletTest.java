package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.RawHttp.Answer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids at the paths of the original and at the path that routes each tag to its engine. */
class IdServletTest {

    private static final ServedApplication served = new ServedApplication();

    @BeforeAll
    static void addTags() {
        served.tag("order", 1, 1_000);
        served.tag("grown", 9_007_199_254_740_993L, 10_000);
        served.tag("com.example.order", 5_000, 1_000);
        served.tag("a b", 6_000, 1_000);
        served.tag("über", 7_000, 1_000);
        served.tag("a+b", 8_000, 1_000);
        served.tag("100%", 9_000, 1_000);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void aSegmentIdIsPlainTextAsTheOriginalAnswers() {
        Answer first = served.get("/api/segment/get/order");
        Answer second = served.get("/api/segment/get/order");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(first.body()).matches("[1-9][0-9]*");
        assertThat(Long.parseLong(second.body())).isGreaterThan(Long.parseLong(first.body()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json, application/*+json|application/json", // getForObject(url, Long.class)
                "text/plain, application/json, application/*+json, */*|text/plain;charset=UTF-8", // String.class
                "application/json;q=0.5, text/plain|text/plain;charset=UTF-8",
                "text/plain;q=0.1, application/json;q=0.2|application/json",
                "application/json;q=0, */*|text/plain;charset=UTF-8",
                "application/json;q=x|text/plain;charset=UTF-8",
                "*/*|text/plain;charset=UTF-8",
                "application/xml|text/plain;charset=UTF-8"
            })
    void typeOfTheOriginalsPathsFollowsAcceptWithTheSameBody(String accept, String type) {
        for (String path : new String[] {"/api/segment/get/order", "/api/snowflake/get/payment"}) {
            Answer answer = served.send("GET", path, "Accept: " + accept);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).isEqualTo(type);
            assertThat(answer.body()).matches("[1-9][0-9]*");
        }
    }

    @Test
    void slashAtTheEndIsNoPartOfTheTagAtTheOriginalsPathsAlone() {
        assertThat(served.get("/api/segment/get/order/").body()).matches("[1-9][0-9]*");
        assertThat(served.get("/api/segment/get//").status()).isEqualTo(400);
        assertThat(served.get("/api/ids/order/").status()).isEqualTo(400);
    }

    @Test
    void aSnowflakeIdIsPlainTextAndOfThisWorkerWhateverTheTag() {
        for (String tag : new String[] {"payment", "order", "never-heard-of"}) {
            Answer answer = served.get("/api/snowflake/get/" + tag);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
            assertThat(served.snowflake().decode(Long.parseLong(answer.body())).workerId())
                    .isEqualTo(7);
        }
    }

    @Test
    void theRoutedPathAsksTheEngineOfTheTag() {
        assertThat(Long.parseLong(served.get("/api/ids/order").body())).isLessThan(1_000_000);
        assertThat(Long.parseLong(served.get("/api/ids/payment").body())).isGreaterThan(1L << 40);
    }

    @ParameterizedTest
    @CsvSource({
        "com.example.order, 5000, 5999",
        "a%20b, 6000, 6999",
        "%C3%BCber, 7000, 7999",
        "a+b, 8000, 8999",
        "a%2Bb, 8000, 8999",
        "100%25, 9000, 9999",
    })
    void anyLegalTagCanStandInThePath(String tag, long first, long last) {
        for (String path : new String[] {"/api/segment/get/", "/api/ids/"}) {
            Answer answer = served.get(path + tag);

            assertThat(answer.status()).as(path + tag).isEqualTo(200);
            assertThat(Long.parseLong(answer.body())).isBetween(first, last);
        }
    }

    @Test
    void aBatchIsAnArrayOfTextsSoThatNoDigitIsLostAbove53Bits() {
        Answer batch = served.get("/api/ids/grown?count=3");

        assertThat(batch.status()).isEqualTo(200);
        assertThat(batch.header("Content-Type")).isEqualTo("application/json");
        assertThat(batch.body()).isEqualTo("[\"9007199254740993\",\"9007199254740994\",\"9007199254740995\"]");
    }

    @Test
    void aBatchOfOneIsAnArrayToo() {
        assertThat(served.get("/api/ids/order?count=1").body()).matches("\\[\"[0-9]+\"]");
    }

    @Test
    void aBatchOfSnowflakeIdsGrows() {
        String[] ids = served.get("/api/ids/payment?count=5000").body().split("\\D+", -1);

        long[] numbers = Arrays.stream(ids)
                .filter(id -> !id.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(numbers).hasSize(5_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theCountOfTheOriginalPathsIsNotLookedAt() {
        assertThat(served.get("/api/segment/get/order?count=many").body()).matches("[0-9]+");
    }

    @Test
    void anUnknownTagIsNotFoundAndNotCreated() {
        Answer answer = served.get("/api/ids/unknown");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                        + "\"detail\":\"there is no tag 'unknown'\"}");
        assertThat(served.get("/api/segment/get/unknown").body()).isEqualTo(answer.body());
        assertThat(served.application.segment().status("unknown")).isEmpty();
    }
}
