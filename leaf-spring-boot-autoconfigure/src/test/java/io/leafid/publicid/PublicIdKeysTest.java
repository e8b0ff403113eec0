package io.leafid.publicid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicIdKeysTest {

    private static final String HEX_16 = "c0ffee00c0ffee11c0ffee22c0ffee33";
    private static final String HEX_32 = HEX_16 + "d0ffee00d0ffee11d0ffee22d0ffee33";

    @Test
    void readsHexAndBothBase64WithAndWithoutPadding() {
        for (String hex : new String[] {HEX_16, HEX_32, "fb" + HEX_16.substring(2)}) {
            byte[] key = HexFormat.of().parseHex(hex);
            for (String text : new String[] {
                hex,
                hex.toUpperCase(java.util.Locale.ROOT),
                " " + hex + "\n",
                Base64.getEncoder().encodeToString(key),
                Base64.getEncoder().withoutPadding().encodeToString(key),
                Base64.getUrlEncoder().encodeToString(key),
                Base64.getUrlEncoder().withoutPadding().encodeToString(key)
            }) {
                assertThat(PublicIdKeys.parseKey("k", text).getEncoded())
                        .as(text)
                        .isEqualTo(key);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "c0ffee00c0ffee11c0ffee22c0ffee3",
                "c0ffee00c0ffee11c0ffee22c0ffee33c0ffee00c0ffee11",
                "c0ffee00c0ffee11c0ffee22c0ffee3g",
                "bm90IGFzIGxvbmcgYXMgYSBrZXk=",
                "${PUBLIC_ID_KEY}"
            })
    void refusesWhatIsNoKeyWithoutShowingIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parseKey("k2026", text))
                .withMessageStartingWith("key 'k2026' is not 16 or 32 bytes in hex or base64")
                .satisfies(ex -> {
                    if (!text.isEmpty()) {
                        assertThat(ex.getMessage()).doesNotContain(text);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000000000000000000",
                "ffffffffffffffffffffffffffffffff",
                "000102030405060708090a0b0c0d0e0f",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            })
    void refusesWhatPeopleTypeInPlaceOfAKey(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parseKey("k2026", text))
                .withMessage("key 'k2026' repeats itself or counts, so it is not random");
    }

    @Test
    void refusesTheKeysOfTheDocumentation() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parseKey("k2026", "K34VFiiu0qar9xWICc9PPA=="))
                .withMessage("key 'k2026' is the one of an example, which everyone knows");
    }

    @Test
    void refusesCurrentKeyThatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parse("k2027", Map.of("k2026", HEX_16, "k2025", HEX_32)))
                .withMessage("there is no key 'k2027', only k2025, k2026");
    }

    @Test
    void refusesOneKeyUnderTwoNames() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parse("a", Map.of("a", HEX_16, "b", "wP/uAMD/7hHA/+4iwP/uMw==")))
                .withMessage("keys 'a' and 'b' are the same");
    }

    @Test
    void textShowsNamesOnly() {
        PublicIdKeys keys = PublicIdKeys.parse("b", Map.of("a", HEX_16, "b", HEX_32));

        assertThat(keys).hasToString("PublicIdKeys[current=b, names=[a, b]]");
        assertThat(new AesPublicIds(keys)).hasToString("PublicIds[keys=2]");
    }
}
