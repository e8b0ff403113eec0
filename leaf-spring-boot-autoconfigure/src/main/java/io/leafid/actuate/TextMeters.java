package io.leafid.actuate;

import io.leafid.TextIds;
import io.leafid.TextStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the texts of tags: which there are never changes. Thread-safe.
 *
 * @param texts the texts; {@code null} if there are none
 */
public record TextMeters(@Nullable TextIds texts) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        if (texts != null) {
            texts.status().forEach((tag, status) -> {
                if (status.used() != null) {
                    bind(texts, tag, registry);
                }
            });
        }
    }

    private static void bind(TextIds texts, String tag, MeterRegistry registry) {
        Gauge.builder(MeterNames.TEXT_USED, texts, each -> used(each.status().get(tag)))
                .description("Share of the tag's texts of the present period that are used")
                .tag(MeterNames.TAG, tag)
                .register(registry);
    }

    private static double used(@Nullable TextStatus status) {
        return (status == null || status.used() == null) ? 0 : status.used();
    }
}
