package io.leafid.publicid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicIdsTest {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final String OLD = "57e61a8925dc6c56fff914277968f47b";

    private static final String NEW = "SGgG7oL3NUxGXHrQ9k6Qm0kuN1uFZ3b5yQ2rW8vT4dE=";

    private final PublicIds publicIds = new AesPublicIds(PublicIdKeys.parse("new", Map.of("new", NEW)));

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 4711, 1L << 32, 2_061_538_304_229_310_464L, Long.MAX_VALUE})
    void readsWhatItMade(long id) {
        String text = publicIds.encode("order", id);

        assertThat(text).hasSize(PublicIds.LENGTH).matches("[A-Za-z0-9_-]+");
        assertThat(publicIds.decode("order", text)).isEqualTo(id);
        assertThat(publicIds.encode("order", id)).isEqualTo(text);
    }

    @Test
    void readsWhatItMadeOfRandomIdsAndTags() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) { // more tags than are remembered
            String tag = "tag-" + random.nextInt(10_000) + "/größe";
            long id = random.nextLong(Long.MAX_VALUE);
            assertThat(publicIds.decode(tag, publicIds.encode(tag, id))).isEqualTo(id);
        }
    }

    @Test
    void neighboursHaveNothingInCommon() {
        List<String> texts = LongStream.range(0, 1_000)
                .mapToObj(id -> publicIds.encode("order", id))
                .toList();

        assertThat(new HashSet<>(texts)).hasSameSizeAs(texts);
        for (int place = 0; place < PublicIds.LENGTH - 1; place++) {
            int at = place;
            assertThat(texts.stream().map(text -> text.charAt(at)).distinct().count())
                    .as("characters at %d", place)
                    .isEqualTo(ALPHABET.length());
        }
    }

    @Test
    void refusesTextOfAnotherTag() {
        assertRefused("payment", publicIds.encode("order", 1), "another tag");
    }

    @Test
    void refusesTextOfAnotherKey() {
        PublicIds other = new AesPublicIds(PublicIdKeys.parse("old", Map.of("old", OLD)));

        assertRefused("order", other.encode("order", 1), "a key that is not configured");
    }

    /** Every character in place of every character, so the last one with other unused bits too. */
    @Test
    void refusesTextWithOneChangedCharacter() {
        String text = publicIds.encode("order", 4711);
        for (int place = 0; place < text.length(); place++) {
            for (int i = 0; i < ALPHABET.length(); i++) {
                String changed = text.substring(0, place) + ALPHABET.charAt(i) + text.substring(place + 1);
                if (!changed.equals(text)) {
                    assertRefused("order", changed, "");
                }
            }
        }
    }

    @Test
    void refusesTextWhoseUnusedBitsAreSet() {
        String text = publicIds.encode("order", 1);
        int last = ALPHABET.indexOf(text.charAt(21));
        for (int unused = 1; unused < 16; unused++) {
            assertRefused("order", text.substring(0, 21) + ALPHABET.charAt(last | unused), "does not end as");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "HakL5CqFEMuhfdExkEDV-",
                "HakL5CqFEMuhfdExkEDV-ww",
                "HakL5CqFEMuhfdExkEDV+w",
                "HakL5CqFEMuhfdExkEDV/w",
                "HakL5CqFEMuhfdExkEDV=w",
                "HakL5CqFEMuhfdExkEDV w",
                "HakL5CqFEMuhfdExkEDV\u00e9w",
                "HakL5CqFEMuhfdExkEDV\uff21w"
            })
    void refusesWhatIsNoText(String text) {
        assertRefused("order", text, "it has");
    }

    @Test
    void refusalDoesNotRepeatTheText() {
        assertThatExceptionOfType(InvalidPublicIdException.class)
                .isThrownBy(() -> publicIds.decode("order", "<script>"))
                .withMessage("not a public id of tag 'order': it has 8 characters instead of 22")
                .satisfies(ex -> assertThat(ex.tag()).isEqualTo("order"));
    }

    @Test
    void refusesBlockOfNegativeId() {
        AesBlocks.Block block = new AesBlocks(PublicIdKeys.parseKey("new", NEW), Cipher.ENCRYPT_MODE).take();
        block.run(-1, TagHashes.hash("order"));

        assertRefused("order", block.text(), "changed");
    }

    @Test
    void refusesNegativeIdAndIllegalTag() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> publicIds.encode("order", -1))
                .withMessage("an id of tag 'order' is never negative, but this is -1");
        assertThatIllegalArgumentException().isThrownBy(() -> publicIds.encode("", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> publicIds.decode(" order", publicIds.encode("order", 1)));
    }

    @Test
    void everyKeyReadsAndTheCurrentOneMakes() {
        PublicIds before = new AesPublicIds(PublicIdKeys.parse("old", Map.of("old", OLD)));
        PublicIds between = new AesPublicIds(PublicIdKeys.parse("old", Map.of("old", OLD, "new", NEW)));
        PublicIds after = new AesPublicIds(PublicIdKeys.parse("new", Map.of("old", OLD, "new", NEW)));
        String old = before.encode("order", 7);
        String current = publicIds.encode("order", 7);

        assertThat(between.encode("order", 7)).isEqualTo(old);
        assertThat(after.encode("order", 7)).isEqualTo(current).isNotEqualTo(old);
        for (PublicIds each : List.of(between, after)) {
            assertThat(each.decode("order", old)).isEqualTo(7);
            assertThat(each.decode("order", current)).isEqualTo(7);
        }
        assertRefused("order", old, "not configured");
    }

    @Test
    void manyThreadsGetTheirOwnTexts() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            Set<String> texts = new HashSet<>();
            List<Future<List<String>>> parts = IntStream.range(0, 16)
                    .mapToObj(part -> threads.submit(() -> LongStream.range(part * 5_000L, (part + 1) * 5_000L)
                            .mapToObj(this::madeAndRead)
                            .toList()))
                    .toList();
            for (Future<List<String>> part : parts) {
                texts.addAll(part.get());
            }
            assertThat(texts).hasSize(80_000);
        } finally {
            threads.shutdownNow();
        }
    }

    private String madeAndRead(long id) {
        String text = publicIds.encode("order", id);
        assertThat(publicIds.decode("order", text)).isEqualTo(id);
        return text;
    }

    private void assertRefused(String tag, String text, String reason) {
        assertThatExceptionOfType(InvalidPublicIdException.class)
                .as(text)
                .isThrownBy(() -> publicIds.decode(tag, text))
                .withMessageStartingWith("not a public id of tag '" + tag + "': ")
                .withMessageContaining(reason);
    }
}
