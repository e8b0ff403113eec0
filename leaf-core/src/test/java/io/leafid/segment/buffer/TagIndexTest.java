package io.leafid.segment.buffer;

import static io.leafid.segment.buffer.Claims.NONE;
import static io.leafid.segment.buffer.Claims.next;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TagIndexTest {

    private static final double LATE = 1;

    private final IdleBuffer idle = new IdleBuffer();
    private final TagIndex index = idle.context().index();

    @Test
    void tagIsFoundByItsVeryStringAndByAnEqualOne() {
        assertThat(index.get("order")).isNull();
        SegmentBuffer order = entered("order");

        assertThat(index.get("order")).isSameAs(order.segments().current());
        assertThat(index.get(copy("order"))).isSameAs(order.segments().current());
        assertThat(index.get("payment")).isNull();
    }

    @Test
    void bufferWithoutASegmentIsNotThere() {
        buffer("order").enterIndex();

        assertThat(index.get("order")).isNull();
    }

    @Test
    void everyTagIsFoundHoweverManyThereAre() {
        List<SegmentBuffer> all = entered(1_000);

        assertThat(all)
                .allSatisfy(buffer -> assertThat(index.get(buffer.tag()))
                        .isSameAs(buffer.segments().current()));
        assertThat(index.get("order-1000")).isNull();
    }

    @Test
    void tagsOfOneHashAreToldApart() {
        List<SegmentBuffer> all = IntStream.range(0, 64)
                .mapToObj(number -> entered(ofOneHash(number)))
                .toList();
        assertThat(all.stream().map(buffer -> buffer.tag().hashCode()).distinct())
                .hasSize(1);

        assertThat(all).allSatisfy(buffer -> {
            assertThat(index.get(buffer.tag())).isSameAs(buffer.segments().current());
            assertThat(index.get(copy(buffer.tag()))).isSameAs(buffer.segments().current());
        });
        assertThat(index.get(ofOneHash(64))).isNull();
    }

    @Test
    void idsGoOnInTheNextSegmentAndInTheIndex() {
        SegmentBuffer order = entered("order"); // 10 to 20
        order.segments().append(new AllocatedSegment(30, 40, 10), LATE);
        Segment former = requireNonNull(index.get("order"));
        for (long id = 10; id < 20; id++) {
            assertThat(former.next()).isEqualTo(id);
        }

        assertThat(former.next()).as("its buffer looks on").isEqualTo(30);
        assertThat(index.get("order")).isSameAs(order.segments().current()).isNotSameAs(former);
        assertThat(requireNonNull(index.get("order")).next()).isEqualTo(31);
    }

    /** Without it ids of the former segment could follow ids of the new one, which are larger. */
    @Test
    void segmentThatARetirementHasNotClaimedYetIsClaimedBeforeAnotherOneComes() {
        Segment former = entered("order").segments().current();
        SegmentBuffer again =
                buffer("order"); // as the same buffer is whose segment was taken away, and not yet claimed
        again.enterIndex();
        assertThat(index.get("order")).isSameAs(former);

        again.segments().append(new AllocatedSegment(30, 40, 10), LATE);
        assertThat(next(former)).isEqualTo(NONE);
        assertThat(index.get("order")).isSameAs(again.segments().current());
    }

    @Test
    void secondRetirementReturnsWhenNothingIsLeftInTheIndex() {
        Segment former = entered("order").segments().current();
        SegmentBuffer emptied = buffer("order");
        emptied.enterIndex();

        assertThat(emptied.retire()).isEmpty();
        assertThat(next(former)).isEqualTo(NONE);
    }

    @Test
    void retiredTagStaysAndItsSegmentHasNoIds() {
        SegmentBuffer order = entered("order");

        assertThat(order.retire()).contains(new SegmentRange(10, 20));
        assertThat(next(requireNonNull(index.get("order")))).isEqualTo(NONE);
    }

    @Test
    void tagThatGetsALimitIsForgottenAndTheOthersStay() {
        List<SegmentBuffer> all = IntStream.range(0, 3)
                .mapToObj(number -> entered(ofOneHash(number)))
                .toList();
        SegmentBuffer limited = all.get(1);
        Segment former = limited.segments().current();
        TagBuffer behindItsGate = limited.limitedBy(new TagGate(limited.tag(), idle.time()));

        assertThat(index.get(limited.tag())).isNull();
        assertThat(next(former)).isEqualTo(NONE);
        assertThat(index.get(all.get(0).tag())).isSameAs(all.get(0).segments().current());
        assertThat(index.get(all.get(2).tag()))
                .as("behind it")
                .isSameAs(all.get(2).segments().current());

        behindItsGate.enterIndex();
        limited.segments().append(new AllocatedSegment(30, 40, 10), LATE);
        assertThat(index.get(limited.tag())).as("no call may pass the gate by").isNull();
        entered(1_000); // the table grows
        assertThat(index.get(limited.tag())).isNull();
        assertThat(index.get(all.get(2).tag())).isSameAs(all.get(2).segments().current());
    }

    @Test
    void whatIsThereIsFoundWhileOthersAreEntered() {
        List<SegmentBuffer> all = IntStream.range(0, 5_000)
                .mapToObj(number -> withSegment("order-" + number))
                .toList();
        AtomicInteger entered = new AtomicInteger();
        CompletableFuture<Void> entering = CompletableFuture.runAsync(() -> all.forEach(buffer -> {
            buffer.enterIndex();
            entered.incrementAndGet();
        }));

        while (entered.get() < all.size()) {
            assertThat(entering).isNotCompletedExceptionally();
            int known = entered.get();
            for (int i = Math.max(0, known - 10); i < known; i++) {
                assertThat(index.get(all.get(i).tag()))
                        .isSameAs(all.get(i).segments().current());
            }
        }
    }

    /** "Aa" and "BB" have one hash, and so has every row of as many of them. */
    private static String ofOneHash(int number) {
        StringBuilder tag = new StringBuilder();
        for (int bit = 0; bit < 7; bit++) {
            tag.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return tag.toString().intern();
    }

    private static String copy(String tag) {
        return String.valueOf(tag.toCharArray());
    }

    private List<SegmentBuffer> entered(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> entered("order-" + number))
                .toList();
    }

    private SegmentBuffer entered(String tag) {
        SegmentBuffer buffer = withSegment(tag);
        buffer.enterIndex();
        return buffer;
    }

    private SegmentBuffer withSegment(String tag) {
        SegmentBuffer buffer = buffer(tag);
        buffer.segments().append(new AllocatedSegment(10, 20, 10), LATE);
        return buffer;
    }

    private SegmentBuffer buffer(String tag) {
        return new SegmentBuffer(idle.context(), (gone, deadline, unknown) -> {}, new TagRow(tag.intern(), 0, 10), 0);
    }
}
