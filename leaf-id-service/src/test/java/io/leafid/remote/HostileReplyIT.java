package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that is out to harm its clients by what it says: it forges no line of their logs and takes none of their memory. */
class HostileReplyIT {

    private static final String FORGED = "x\\n2026-01-01 ERROR all ids are used up\\u001b[31m\\u2028";

    /** What a log would have of a failure, after the lines of the trace. */
    private static void assertNothingIsForged(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString().lines()).hasSizeGreaterThan(5).noneMatch(line -> line.startsWith("2026"));
        assertThat(trace.toString()).doesNotContain("\u001b", "\u2028");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "about:blank",
                "urn:leaf:unknown-tag",
                "urn:leaf:exhausted",
                "urn:leaf:unusable-row",
                "urn:leaf:refused"
            })
    void detailOfAProblemStaysOnItsLine(String type) {
        RemoteSegmentStore store = new FixedReply(
                        503, "{\"type\":\"%s\",\"tag\":\"order\",\"detail\":\"%s\"}".formatted(type, FORGED))
                .store();

        assertNothingIsForged(catchThrowable(() -> store.allocate("order", 10, 0)));
    }

    @Test
    void nameOfAFieldStaysOnItsLine() {
        RemoteSegmentStore store = new FixedReply(200, "{\"%1$s\":1,\"%1$s\":1}".formatted(FORGED)).store();
        RemoteSegmentStore lists = new FixedReply(200, "[{\"%1$s\":1,\"%1$s\":1}]".formatted(FORGED)).store();

        assertNothingIsForged(catchThrowable(() -> store.allocate("order", 10, 0)));
        assertNothingIsForged(catchThrowable(lists::findAll));
    }

    @Test
    void detailIsCutWhereItIsLong() {
        RemoteSegmentStore store = new FixedReply(500, "{\"detail\":\"%s\"}".formatted("x".repeat(60_000))).store();

        assertThatThrownBy(() -> store.allocate("order", 10, 0)).message().hasSizeLessThan(3_000);
    }

    /** As if it concerned one caller of the client alone, it was asked for again at once, for as long as anyone waited. */
    @Test
    void refusalOfACounterThatIsHighEnoughIsFollowedByAPause() {
        String refusal = "{\"type\":\"urn:leaf:unusable-row\",\"tag\":\"order\",\"maxId\":\"100\"}";
        AtomicInteger requests = new AtomicInteger();
        RemoteSegmentStore service = new FixedReply(409, () -> {
                    requests.incrementAndGet();
                    return new ByteArrayInputStream(refusal.getBytes(StandardCharsets.UTF_8));
                })
                .store();
        InMemorySegmentStore rows = new InMemorySegmentStore();
        rows.put("order", 100, 10);
        SegmentStore store = new ForwardingSegmentStore(rows) {

            @Override
            public AllocatedSegment allocate(String tag, long amount, long floor) {
                return service.allocate(tag, amount, floor);
            }
        };
        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, List.of(), null, event -> {})) {
            ids.start();

            assertThatThrownBy(() -> ids.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
            assertThat(requests).hasValueLessThan(10);
        }
        assertThatThrownBy(() -> service.allocate("order", 10, 101)).isInstanceOf(CounterSetBackException.class);
    }

    @Test
    void listWithoutAnEndIsReadNoFurtherThanItsLimit() {
        RemoteSegmentStore store = new FixedReply(200, EndlessRows::new).store();

        assertThatThrownBy(store::findAll).hasMessageContaining("the reply lists more than 2000000 tags");
    }

    /** A list of tags that never ends. */
    private static final class EndlessRows extends InputStream {

        private static final byte[] ROW =
                "{\"maxId\":\"1\",\"step\":1,\"tag\":\"a\"},".getBytes(StandardCharsets.UTF_8);

        private InputStream part = new ByteArrayInputStream(new byte[] {'['});

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return (read(one, 0, 1) == 1) ? one[0] : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = part.read(bytes, offset, length);
            if (read >= 0) {
                return read;
            }
            part = new ByteArrayInputStream(ROW);
            return part.read(bytes, offset, length);
        }
    }
}
