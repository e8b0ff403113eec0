package io.leafid.testing;

import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How long tests wait for what must happen. A machine with much else to do may need a hundred times as long as an idle one, and
 * what is awaited ends the wait when it comes. Found by JUnit itself, for what is awaited without a limit of its own.
 */
public final class Patience implements BeforeAllCallback {

    /** Far more than anything needs. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The default settings of segments but for callers and purchases that are patient too. */
    public static SegmentSettings segments() {
        AllocationSettings usual = AllocationSettings.DEFAULT;
        return new SegmentSettings(
                new AllocationSettings(
                        usual.targetDuration(), usual.maxStep(), usual.tags(), usual.prefetchAt(), LIMIT, LIMIT),
                SegmentSettings.DEFAULT.refreshInterval(),
                true,
                null,
                true);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
