package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.testing.RawHttp.Answer;
import org.junit.jupiter.api.Test;

/** What a client hears of a tag that has a limit, in segments and in snowflake ids. */
class TagLimitsOverHttpTest {

    @Test
    void rateThatIsUsedUpIs429WithATimeAndASwitchedOffTagIs403() {
        try (ServedApplication served = new ServedApplication(
                "leaf.tags.order.max-rate=2", "leaf.tags.payment.max-rate=3", "leaf.tags.off.enabled=false")) {
            served.tag("order", 1, 1_000);
            served.tag("off", 1, 1_000);
            served.tag("free", 1, 1_000);
            for (String tag : new String[] {"order", "payment"}) {
                assertThat(served.get("/api/ids/" + tag + "?count=2").status()).isEqualTo(200);
                // what is used up is there again a second later
                Answer refused = await().until(
                                () -> served.get("/api/ids/" + tag + "?count=2"), answer -> answer.status() == 429);
                assertThat(refused.header("Retry-After")).isEqualTo("1");
                assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
                assertThat(refused.body())
                        .contains("\"title\":\"Too Many Requests\"", "the rate of tag '" + tag + "' is used up");
            }
            Answer never = served.get("/api/ids/order?count=3");
            assertThat(never.status()).as("it can never succeed").isEqualTo(400);
            assertThat(never.header("Retry-After")).isNull();
            assertThat(never.body())
                    .contains(
                            "3 ids of tag 'order' at once are more than its rate allows in a second (2); ask for fewer");

            Answer off = served.get("/api/ids/off");
            assertThat(off.status()).isEqualTo(403);
            assertThat(off.body()).contains("the tag 'off' is switched off");
            assertThat(served.get("/api/ids/free").status()).isEqualTo(200);

            served.application.bean(TagLimits.class).set("off", TagLimit.NONE);
            assertThat(served.get("/api/ids/off").status()).isEqualTo(200);
            served.application.bean(TagLimits.class).set("payment", new TagLimit(false, null));
            assertThat(served.get("/api/snowflake/get/payment").status()).isEqualTo(403);
            assertThat(served.get("/api/snowflake/get/another").status()).isEqualTo(200);
        }
    }
}
