package io.leafid.autoconfigure.textid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.textid.LeafTexts;
import io.leafid.time.TimeSource;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Texts in an application. */
class LeafTextsAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class, LeafTextsAutoConfiguration.class))
            .withBean(
                    SegmentStore.class,
                    () -> new InMemorySegmentStore().put("coupon", 7, 10).put("order", 5, 10))
            .withPropertyValues("leaf.segment.enabled=true", "leaf.segment.preload-recent=false");

    @Test
    void tagHasTheTextsOfItsSettings() {
        runner.withPropertyValues(
                        "leaf.tags.coupon.text=C-{id:03}",
                        "leaf.tags[Shop.invoice].text=INV-{date:yyyy}-{id:04}",
                        "leaf.tags[Shop.invoice].period=year",
                        "leaf.tags[Shop.invoice].zone=Europe/Berlin")
                .run(context -> {
                    TextIds texts = context.getBean(TextIds.class);
                    String first = texts.nextText("Shop.invoice");

                    assertThat(texts.nextText("coupon")).isEqualTo("C-007");
                    assertThat(texts.nextText("order")).isEqualTo("5");
                    assertThat(first).matches("INV-20[0-9]{2}-0001");
                    assertThat(context.getBean(IdGenerator.class).nextId("Shop.invoice/" + first.substring(4, 8)))
                            .isEqualTo(2);
                    assertThat(texts.status())
                            .hasEntrySatisfying(
                                    "Shop.invoice",
                                    text -> assertThat(text.zone()).isEqualTo("Europe/Berlin"))
                            .hasEntrySatisfying(
                                    "coupon", text -> assertThat(text.used()).isEqualTo(7 / 999.0));
                });
    }

    @Test
    void periodIsMadeBeforeTheFirstCall() {
        runner.withPropertyValues("leaf.tags.invoice.text=INV-{date:yyyy}-{id:04}", "leaf.tags.invoice.period=year")
                .run(context -> {
                    String period = context.getBean(TextIds.class).periodOf("invoice");
                    SegmentStore store = context.getBean(SegmentStore.class);
                    await().until(() -> store.find(period).isPresent());
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text=A-{date:yyyyMMdd}|must have {id} once, but has it not; write INV-{date:yyyyMMdd}-{id:06}, for example",
                "text={id:6}|has {id:6}, which is none of {id}, {id:06}",
                "text=B-{date:yyyyMM}-{id},period=day|shows no date that tells one day from another",
                "period=month|period has no effect without text",
                "text={date:yyyy}{id},period=year,preload=true|preload has no effect with a period",
                "text={id},zone=Europe/Bonn|leaf.tags.invoice.zone",
                "text={id},period=week|leaf.tags.invoice.period",
                "texts={id}|leaf.tags.invoice.texts",
            })
    void settingThatMeansNothingStopsTheStart(String settings, String reason) {
        String[] properties = Arrays.stream(settings.split(",(?=[a-z]+=)"))
                .map("leaf.tags.invoice."::concat)
                .toArray(String[]::new);
        runner.withPropertyValues(properties)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(reason));
    }

    @Test
    void userDefinedTextsWin() {
        runner.withBean(TextIds.class, () -> new LeafTexts(Map.of(), () -> null, () -> null, TimeSource.system()))
                .run(context -> assertThat(context).hasSingleBean(TextIds.class).doesNotHaveBean("leafTexts"));
    }
}
