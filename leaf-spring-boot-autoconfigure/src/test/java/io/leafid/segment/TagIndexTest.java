package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.concurrent.TagGate;
import io.leafid.segment.buffer.LimitedBuffer;
import io.leafid.segment.buffer.TagBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TagIndexTest {

    private final TagIndex index = new TagIndex();
    private final ManualGenerator leaf = new ManualGenerator();

    @Test
    void tagIsFoundByItsVeryStringAndByAnEqualOne() {
        assertThat(index.get("order")).isNull();
        TagBuffer order = buffers(List.of("order")).get(0);
        index.put(order);

        assertThat(index.get("order")).isSameAs(order);
        assertThat(index.get(String.valueOf("order".toCharArray()))).isSameAs(order);
        assertThat(index.get("payment")).isNull();
    }

    @Test
    void everyTagIsFoundHoweverManyThereAre() {
        List<TagBuffer> all = buffers(
                IntStream.range(0, 1_000).mapToObj(i -> ("order-" + i).intern()).toList());
        all.forEach(index::put);

        assertThat(all).allSatisfy(buffer -> assertThat(index.get(buffer.tag())).isSameAs(buffer));
        assertThat(index.get("order-1000")).isNull();
    }

    @Test
    void tagsOfOneHashAreToldApart() {
        List<String> tags =
                IntStream.range(0, 64).mapToObj(TagIndexTest::ofOneHash).toList();
        assertThat(tags.stream().map(String::hashCode).distinct()).hasSize(1);
        List<TagBuffer> all = buffers(tags);
        all.forEach(index::put);

        assertThat(all).allSatisfy(buffer -> {
            assertThat(index.get(buffer.tag())).isSameAs(buffer);
            assertThat(index.get(String.valueOf(buffer.tag().toCharArray()))).isSameAs(buffer);
        });
        assertThat(index.get(ofOneHash(64))).isNull();
    }

    @Test
    void laterBufferOfATagTakesThePlaceOfTheFormerOne() {
        List<TagBuffer> all = buffers(List.of("order", "payment"));
        all.forEach(index::put);
        TagBuffer limited = new LimitedBuffer(new TagGate("order", leaf.time), all.get(0));
        index.put(limited);

        assertThat(index.get("order")).isSameAs(limited);
        assertThat(index.get("payment")).isSameAs(all.get(1));
    }

    @Test
    void whatIsThereIsFoundWhileOthersAreEntered() {
        List<TagBuffer> all = buffers(
                IntStream.range(0, 5_000).mapToObj(i -> ("order-" + i).intern()).toList());
        AtomicInteger entered = new AtomicInteger();
        CompletableFuture<Void> entering = CompletableFuture.runAsync(() -> all.forEach(buffer -> {
            index.put(buffer);
            entered.incrementAndGet();
        }));

        while (entered.get() < all.size()) {
            assertThat(entering).isNotCompletedExceptionally();
            int known = entered.get();
            for (int i = Math.max(0, known - 10); i < known; i++) {
                assertThat(index.get(all.get(i).tag())).isSameAs(all.get(i));
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

    private List<TagBuffer> buffers(List<String> tags) {
        tags.forEach(tag -> leaf.row(tag, 1, 10));
        leaf.start();
        return tags.stream()
                .map(tag -> (TagBuffer) leaf.generator().sequence(tag))
                .toList();
    }
}
