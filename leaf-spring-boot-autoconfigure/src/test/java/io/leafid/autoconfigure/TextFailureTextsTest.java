package io.leafid.autoconfigure;

import static io.leafid.autoconfigure.FailureTexts.application;
import static io.leafid.autoconfigure.FailureTexts.assertFails;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** What a user reads about settings of texts that cannot be used, word for word. */
class TextFailureTextsTest {

    @BeforeEach
    @AfterEach
    void forget() {
        RecordedFailures.take();
    }

    /** Boot takes both spellings, and they are no spellings of one name to it. */
    @Test
    void tagsWithCapitalsOrUnderscoresAreCheckedInBracketsAndWithout() {
        assertFails(
                "texts-of-tags-in-any-spelling",
                application(Leaf.class),
                "--leaf.segment.enabled=true",
                "--leaf.tags.Invoice.zone=Europe/Berlin",
                "--leaf.tags.shop_order.zone=Europe/Berlin",
                "--leaf.tags[Coupon_Code].zone=Europe/Berlin");
    }

    @Test
    void patternsAreNone() {
        assertFails(
                "texts",
                application(Leaf.class),
                "--leaf.segment.enabled=true",
                "--leaf.tags.a.text=A-{date:yyyyMMdd}",
                "--leaf.tags.b.text=B-{date:yyyyMM}-{id}",
                "--leaf.tags.b.period=day",
                "--leaf.tags.c.period=month",
                "--leaf.tags.d.zone=Europe/Berlin",
                "--leaf.tags.e.text={id:6}",
                "--leaf.tags.g.text={date:yyyy}-{id}",
                "--leaf.tags.g.period=year",
                "--leaf.tags.g.retention=30d",
                "--leaf.tags.h.text=H-{id}",
                "--leaf.tags.h.retention=400d",
                "--leaf.tags." + "f".repeat(120) + ".text={date:yyyy}{id}",
                "--leaf.tags." + "f".repeat(120) + ".period=year");
    }

    @Test
    void snowflakeIdsHaveNoPeriodsAndManyDigits() {
        assertFails(
                "texts-of-snowflake-ids",
                application(Leaf.class),
                "--leaf.snowflake.enabled=true",
                "--leaf.snowflake.mode=local",
                "--leaf.snowflake.local.worker-id=1",
                "--leaf.snowflake.port=8080",
                "--leaf.tags.invoice.text=INV-{date:yyyyMMdd}-{id:06}",
                "--leaf.tags.invoice.period=day");
    }

    @Test
    void zoneIsUnknown() {
        assertFails(
                "text-zone",
                application(Leaf.class),
                "--leaf.segment.enabled=true",
                "--leaf.tags.invoice.text={id}",
                "--leaf.tags.invoice.zone=Europe/Bonn");
    }

    @Test
    void periodIsUnknown() {
        assertFails(
                "text-period",
                application(Leaf.class),
                "--leaf.segment.enabled=true",
                "--leaf.tags.invoice.text={id}",
                "--leaf.tags.invoice.period=week");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class
    })
    static class Leaf {}
}
