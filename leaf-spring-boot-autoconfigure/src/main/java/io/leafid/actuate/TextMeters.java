package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** The meters of the texts of tags: which there are never changes. Stateless. */
final class TextMeters {

    private TextMeters() {}

    static void bind(SegmentIdGenerator generator, MeterRegistry registry) {
        generator.texts().forEach((tag, settings) -> {
            if (TextDescriptor.isBounded(settings)) {
                Gauge.builder(MeterNames.TEXT_USED, generator, engine -> TextDescriptor.used(engine, tag))
                        .description("Share of the tag's texts of the present period that are used")
                        .tag(MeterNames.TAG, tag)
                        .register(registry);
            }
        });
    }
}
