package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.publicid.PublicIds;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A slice of the web understands public ids in paths and in JSON, as the application does. */
@WebMvcTest(
        controllers = PublicNumberController.class,
        properties = "leaf.public-ids.keys.test=6fa1f0c2b5a94c1f8b6f5c0d9e3a7b21")
class PublicIdSliceTest {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private PublicIds publicIds;

    @Test
    void pathAndJsonHaveTheText() {
        String text = publicIds.encode("number", 7);

        assertThat(http.get().uri("/public-numbers/{number}", text).exchange())
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.number")
                .isEqualTo(text);
    }

    @Test
    void numberIsABadRequest() {
        assertThat(http.get().uri("/public-numbers/7").exchange()).hasStatus(400);
    }
}
