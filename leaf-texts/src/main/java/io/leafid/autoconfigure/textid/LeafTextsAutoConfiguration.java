package io.leafid.autoconfigure.textid;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.textid.LeafTexts;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of texts made of ids. */
@AutoConfiguration(
        after = {LeafSegmentAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class},
        beforeName = "io.leafid.autoconfigure.LeafActuatorAutoConfiguration")
@ConditionalOnLeaf(anyEngine = true)
@ConditionalOnMissingBean(TextIds.class)
@EnableConfigurationProperties(TextsProperties.class)
public final class LeafTextsAutoConfiguration {

    @Bean
    LeafTexts leafTexts(
            TextsProperties texts,
            LeafProperties properties,
            ObjectProvider<IdGenerator> ids,
            ObjectProvider<SegmentIdGenerator> segments) {
        Map<String, TextSettings> byTag = new HashMap<>();
        new TreeMap<>(texts.tags()).forEach((tag, settings) -> {
            TextSettings own =
                    settings.settings(properties.segment().autoCreate().step());
            if (own != null) {
                check(tag, own, properties);
                byTag.put(tag, own);
            }
        });
        return new LeafTexts(
                byTag,
                SingletonSupplier.of(ids::getObject),
                SingletonSupplier.ofNullable(segments::getIfAvailable),
                TimeSource.system());
    }

    /** From when all beans are there until the threads end. */
    @Bean
    SmartInitializingSingleton leafTextPeriods(LeafTexts texts, SharedThreads threads) {
        return () -> {
            if (texts.status().values().stream().anyMatch(each -> !each.period().equals(TextPeriod.NONE.name()))) {
                texts.prepare();
                threads.scheduler().every(LeafTexts.LOOK_INTERVAL, texts::prepare);
            }
        };
    }

    private static void check(String tag, TextSettings own, LeafProperties properties) {
        boolean hasPeriod = own.period() != TextPeriod.NONE;
        boolean isSnowflake = properties.uses(IdEngine.SNOWFLAKE) && properties.modeOf(tag) == IdEngine.SNOWFLAKE;
        TagProperties settings = properties.tags().get(tag);
        require(
                !isSnowflake || !hasPeriod,
                tag,
                "period cannot be had from snowflake ids",
                "Set leaf.tags." + tag + ".mode=segment, or remove the period.");
        require(
                !isSnowflake || own.pattern().capacity() == Long.MAX_VALUE,
                tag,
                "text has no room for snowflake ids, which have up to 19 digits",
                "Write {id} without a width, or set leaf.tags." + tag + ".mode=segment.");
        require(
                !hasPeriod || tag.length() <= TextPeriod.LONGEST_TAG,
                tag,
                "period needs a tag of at most %s characters".formatted(TextPeriod.LONGEST_TAG),
                "Shorten the tag, or remove the period.");
        require(
                !hasPeriod || settings == null || !settings.preload(),
                tag,
                "preload has no effect with a period, whose tag is made and preloaded ahead of need",
                "Remove leaf.tags." + tag + ".preload.");
    }

    private static void require(boolean holds, String tag, String problem, String remedy) {
        if (!holds) {
            throw new LeafStartException(
                    "Leaf cannot make texts of tag '%s': %s.".formatted(tag, problem), remedy, null);
        }
    }
}
