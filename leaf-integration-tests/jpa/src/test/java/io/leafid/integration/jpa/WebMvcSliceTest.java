package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.RecordingIdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A slice of the web has an {@code IdGenerator}, although it has neither a database nor a registry. */
@WebMvcTest(controllers = NumberController.class, properties = "leaf.segment.enabled=true")
class WebMvcSliceTest {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private RecordingIdGenerator ids;

    @Test
    void controllerHasAnIdGenerator() {
        assertThat(http.post().uri("/numbers").exchange())
                .hasStatusOk()
                .bodyText()
                .isEqualTo("number 1");
        assertThat(ids.issued("number")).containsExactly(1L);
    }
}
