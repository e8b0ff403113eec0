package io.leafid.autoconfigure.publicid;

import io.leafid.autoconfigure.FailureTexts;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.publicid.PublicIds;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a user reads when public ids cannot be made, word for word; no text shows a key. */
class PublicIdFailureTextsTest {

    private static final String KEY = "57e61a8925dc6c56fff914277968f47b";

    @Test
    void publicIdsAreWantedAndThereIsNoKey() {
        FailureTexts.assertFails("public-ids-no-keys", Leaf.class, WantsPublicIds.class);
    }

    @Test
    void keysAreNoKeys() {
        FailureTexts.assertFails(
                "public-ids-bad-keys",
                Leaf.class,
                Leaf.class,
                "--leaf.public-ids.keys.short=c0ffee00",
                "--leaf.public-ids.keys.unset=${PUBLIC_ID_KEY_THAT_IS_NOT_SET}",
                "--leaf.public-ids.keys.typed=thisismysecretpassworQ",
                "--leaf.public-ids.keys.zero=00000000000000000000000000000000",
                "--leaf.public-ids.keys.example=2b7e151628aed2a6abf7158809cf4f3c");
    }

    @Test
    void severalKeysAndNoneIsCurrent() {
        FailureTexts.assertFails(
                "public-ids-no-current",
                Leaf.class,
                Leaf.class,
                "--leaf.public-ids.keys.k1=" + KEY,
                "--leaf.public-ids.keys.k2=b4dd3d74d0902c7887559c2ec0c24bf7");
    }

    @Test
    void currentKeyIsNotThere() {
        FailureTexts.assertFails(
                "public-ids-unknown-current",
                Leaf.class,
                Leaf.class,
                "--leaf.public-ids.keys.k1=" + KEY,
                "--leaf.public-ids.current=k2");
    }

    @Test
    void oneKeyHasTwoNames() {
        FailureTexts.assertFails(
                "public-ids-same-keys",
                Leaf.class,
                Leaf.class,
                "--leaf.public-ids.keys.k1=" + KEY,
                "--leaf.public-ids.keys.k2=" + KEY,
                "--leaf.public-ids.current=k2");
    }

    @Test
    void keyHasNoName() {
        FailureTexts.assertFails("public-ids-key-as-text", Leaf.class, Leaf.class, "--leaf.public-ids.keys=" + KEY);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({LeafAutoConfiguration.class, LeafPublicIdsAutoConfiguration.class})
    static class Leaf {}

    @Configuration(proxyBeanMethods = false)
    static class WantsPublicIds {

        @Bean
        String orders(PublicIds publicIds) {
            return publicIds.encode("order", 1);
        }
    }
}
