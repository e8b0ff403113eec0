package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.data.LeafId;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.json.JacksonTester;

/** A slice of JSON writes and reads ids as the application does. */
@JsonTest(properties = {"leaf.json.ids-as-strings=true", "leaf.public-ids.keys.test=6fa1f0c2b5a94c1f8b6f5c0d9e3a7b21"})
class JsonSliceTest {

    /** What a client has of an order. */
    record OrderView(
            @LeafId("order") long id, @PublicId("order") long number) {}

    @Autowired
    private JacksonTester<OrderView> json;

    @Autowired
    private PublicIds publicIds;

    @Test
    void idsAreTexts() throws IOException {
        OrderView order = new OrderView(2061538304229310465L, 7);
        String text = "{\"id\":\"2061538304229310465\",\"number\":\"" + publicIds.encode("order", 7) + "\"}";

        assertThat(json.write(order)).isStrictlyEqualToJson(text);
        assertThat(json.parseObject(text)).isEqualTo(order);
    }
}
