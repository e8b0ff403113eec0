package io.leafid.segment;

import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.settings.Ranges;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the segment engine. Immutable.
 *
 * @param allocation how ids are allocated and waited for
 * @param refreshInterval how often the list of tags and their steps is read again
 * @param failFast whether {@link SegmentIdGenerator#start()} fails when the store cannot be read
 * @param autoCreate the row that an unknown tag gets on first use, or {@code null} to refuse unknown tags
 * @param returnUnused whether what was never handed out is given back to the store on close
 */
public record SegmentSettings(
        AllocationSettings allocation,
        Duration refreshInterval,
        boolean failFast,
        @Nullable NewTag autoCreate,
        boolean returnUnused) {

    /** The defaults, which suit most applications. */
    public static final SegmentSettings DEFAULT =
            new SegmentSettings(AllocationSettings.DEFAULT, Duration.ofSeconds(60), true, null, true);

    public SegmentSettings {
        Ranges.check().positive("refreshInterval", refreshInterval).orThrow();
    }

    /** The row that an unknown tag gets when tags are created on first use. */
    public record NewTag(int step, long initialId) {

        public NewTag {
            Ranges.check()
                    .atLeast("step", step, 1)
                    .require(initialId >= 0, "initialId", initialId, "must be 0 or more, since ids are never negative")
                    .orThrow();
        }
    }
}
