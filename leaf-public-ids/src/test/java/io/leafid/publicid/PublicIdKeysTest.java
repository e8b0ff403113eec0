package io.leafid.publicid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicIdKeysTest {

    private static final String HEX_16 = "57e61a8925dc6c56fff914277968f47b";
    private static final String HEX_32 = HEX_16 + "22663aa4b7d1fd9b74039e6f72c68831";

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
                "57e61a8925dc6c56fff914277968f47",
                "57e61a8925dc6c56fff914277968f47b57e61a8925dc6c56",
                "57e61a8925dc6c56fff914277968f47g",
                "bm90IGFzIGxvbmcgYXMgYSBrZXk=",
                "ThisIsMySecretPassword",
                "abcdefghijklmnopqrstuv",
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
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "deadbeefdeadbeefdeadbeefdeadbeef",
                "deadbeefcafebabefeedfacebaadf00d",
                "deadbeefcafebabe0123456789abcdef",
                "c0ffee00c0ffee11c0ffee22c0ffee33",
                "0123456789abcdef0123456789abcdef",
                "0123456789abcdeffedcba9876543210",
                "00112233445566778899aabbccddeeff",
                "ffeeddccbbaa99887766554433221100",
                "12345678901234567890123456789012",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f",
                "59454c4c4f57205355424d4152494e45",
                "WUVMTE9XIFNVQk1BUklORQ==",
                "abcdefghijklmnopqrstuA",
                "thisismysecretpassworQ",
                "ThisIsMySecretPassworg",
                "mysecretpassword12345w",
                "correct-horse-battery-staple-correct-hors-0"
            })
    void refusesWhatPeopleTypeInPlaceOfAKey(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parseKey("k2026", text))
                .withMessage("key 'k2026' is a text or a pattern, so it is not random");
    }

    /** One random key in a million may meet a pattern, not more, or applications that draw many would fail. */
    @Test
    void takesRandomKeys() {
        SplittableRandom random = new SplittableRandom(7);
        int refused = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] key = new byte[(i % 2 == 0) ? 16 : 32];
            random.nextBytes(key);
            refused += KeyPatterns.isPattern(key) ? 1 : 0;
            if (i < 2_000) {
                PublicIdKeys.parseKey("k", HexFormat.of().formatHex(key));
                PublicIdKeys.parseKey("k", Base64.getEncoder().encodeToString(key));
            }
        }
        assertThat(refused).isLessThan(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"K34VFiiu0qar9xWICc9PPA==", "0dc22cb667128492cd193ab773748dd1"})
    void refusesTheKeysOfTheDocumentationAndTheSample(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIdKeys.parseKey("k2026", text))
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
                .isThrownBy(() -> PublicIdKeys.parse("a", Map.of("a", HEX_16, "b", "V+YaiSXcbFb/+RQneWj0ew==")))
                .withMessage("keys 'a' and 'b' are the same");
    }

    @Test
    void textShowsNamesOnly() {
        PublicIdKeys keys = PublicIdKeys.parse("b", Map.of("a", HEX_16, "b", HEX_32));

        assertThat(keys).hasToString("PublicIdKeys[current=b, names=[a, b]]");
        assertThat(new AesPublicIds(keys)).hasToString("PublicIds[keys=2]");
    }
}
