package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Batches larger than what is taken at once: the chunks come one after the other, and one that fails is noticed. */
class LargeBatchTest {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void theIdsOfAllPartsAreOneArrayInOrder() {
        try (ServedApplication served = new ServedApplication("leaf.web.max-count=1000000")) {
            served.tag("order", 1, 1_000_000);
            for (String tag : List.of("order", "payment")) {
                for (int count : new int[] {1, 9_999, 10_000, 10_001, 35_000}) {
                    RawHttp.Answer answer = served.get("/api/ids/" + tag + "?count=" + count);

                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(ids(answer))
                            .hasSize(count)
                            .doesNotHaveDuplicates()
                            .isSorted();
                    assertThat(answer.header("Content-Length") != null)
                            .as("one part of known length")
                            .isEqualTo(count <= IdArrayChunks.CHUNK_SIZE);
                }
            }
        }
    }

    private static List<Long> ids(RawHttp.Answer answer) {
        return OperatedApplication.parse(answer.body())
                .valueStream()
                .map(JsonNode::asString)
                .map(Long::valueOf)
                .toList();
    }

    @Test
    void anAnswerWhoseIdsEndWithinItIsCutOffAndNoCompleteArray() {
        try (ServedApplication served =
                new ServedApplication("leaf.web.max-count=1000000", "leaf.segment.wait-timeout=100ms")) {
            served.tag("order", 1, 12_000);
            await().until(() -> served.get("/api/ids/order").status() == 200);
            served.application.cutOffDatabase();
            try {
                URI uri = URI.create("http://localhost:" + served.application.port() + "/api/ids/order?count=1000000");
                assertThatIOException()
                        .as("the last chunk is missing")
                        .isThrownBy(
                                () -> client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
            } finally {
                served.application.restoreDatabase();
            }
        }
    }

    @Test
    void aPartIsTakenWhenItIsAskedFor() {
        AtomicInteger taken = new AtomicInteger();
        IdArrayChunks chunks = new IdArrayChunks(25_000, size -> {
            taken.addAndGet(size);
            return new long[size];
        });

        chunks.next();
        assertThat(taken).hasValue(10_000);
        chunks.next();
        assertThat(taken).hasValue(20_000);
        chunks.next();
        assertThat(taken).hasValue(25_000);
        assertThat(chunks).isExhausted();
    }
}
