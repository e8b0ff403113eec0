package io.leafid.integration.datar2dbc.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.publicid.PublicIds;
import io.leafid.test.RecordingIdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.test.web.reactive.server.WebTestClient;

/** A reactive slice of the web has an {@code IdGenerator} without a database, and understands public ids as the application does. */
@WebFluxTest(
        controllers = NumberController.class,
        properties = {"leaf.segment.enabled=true", "leaf.public-ids.keys.test=6fa1f0c2b5a94c1f8b6f5c0d9e3a7b21"})
class WebFluxSliceTest {

    @Autowired
    private WebTestClient http;

    @Autowired
    private RecordingIdGenerator ids;

    @Autowired
    private PublicIds publicIds;

    @Test
    void controllerHasAnIdGenerator() {
        http.post()
                .uri("/numbers")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("number 1");

        assertThat(ids.issued("number")).containsExactly(1L);
    }

    @Test
    void pathAndJsonHaveTheText() {
        String text = publicIds.encode("number", 7);

        http.get()
                .uri("/public-numbers/{number}", text)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.number")
                .isEqualTo(text);
    }

    @Test
    void numberIsABadRequest() {
        http.get().uri("/public-numbers/7").exchange().expectStatus().isBadRequest();
    }
}
