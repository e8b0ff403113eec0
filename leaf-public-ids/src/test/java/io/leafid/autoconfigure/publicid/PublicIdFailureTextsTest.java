package io.leafid.autoconfigure.publicid;

import io.leafid.autoconfigure.FailureTexts;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

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
                "--leaf.public-ids.keys.KEY_2026=c0ffee00",
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

    @Test
    void keysAreWrittenAsAList() {
        FailureTexts.assertFails(
                "public-ids-keys-as-list",
                Leaf.class,
                Leaf.class,
                "--leaf.public-ids.keys[0]=" + KEY,
                "--leaf.public-ids.keys[1]=" + KEY);
    }

    @Test
    void annotationIsWhereTheNumberWouldPass() {
        SpringApplication application = FailureTexts.application(Leaf.class, Web.class, Shop.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setApplicationContextFactory(type -> new AnnotationConfigServletWebApplicationContext());

        FailureTexts.assertFails("public-ids-refused-type", application, "--leaf.public-ids.keys.k1=" + KEY);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(WebMvcAutoConfiguration.class)
    static class Web {}

    @RestController
    static class Shop {

        @GetMapping("/customers/{number}")
        String customer(@PathVariable("number") @PublicId("customer") int number) {
            return String.valueOf(number);
        }
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
