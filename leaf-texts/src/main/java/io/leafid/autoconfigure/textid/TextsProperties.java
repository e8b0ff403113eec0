package io.leafid.autoconfigure.textid;

import io.leafid.autoconfigure.properties.LeafSettings;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Texts made of ids. Immutable.
 *
 * @param tags Settings of single tags, by tag; write tags with dots or colons in brackets.
 */
@LeafSettings
@ConfigurationProperties("leaf")
record TextsProperties(@DefaultValue Map<String, Tag> tags) {

    /**
     * Texts of one tag. Immutable.
     *
     * @param text Pattern of the texts that are made of the tag's ids, such as INV-{date:yyyyMMdd}-{id:06}; if not set, their digits.
     * @param period Period in which the counter of the tag's texts begins at 1.
     * @param zone Time zone whose calendar the dates and periods of the texts follow.
     */
    record Tag(
            @Nullable String text,
            @DefaultValue("none") TextPeriod period,
            @DefaultValue("UTC") ZoneId zone) {

        Tag {
            if (StringUtils.hasText(text)) {
                TextSettings unused = settings(text, period, zone, 1);
            } else if (period != TextPeriod.NONE) {
                throw new IllegalArgumentException("period has no effect without text");
            }
        }

        /** The form of the texts; {@code null} if they are the digits. */
        @Nullable TextSettings settings(int step) {
            return StringUtils.hasText(text) ? settings(text, period, zone, step) : null;
        }

        private static TextSettings settings(String text, TextPeriod period, ZoneId zone, int step) {
            try {
                return new TextSettings(TextPattern.of(text), period, zone, step);
            } catch (IllegalArgumentException ex) {
                throw new IllegalArgumentException(
                        "%s; write INV-{date:yyyyMMdd}-{id:06}, for example".formatted(ex.getMessage()), ex);
            }
        }
    }
}
