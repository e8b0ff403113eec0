package io.leafid.segment.jdbc;

import io.leafid.LeafEvent;
import io.leafid.settings.Ranges;
import io.leafid.time.TimeSource;
import java.util.function.Consumer;

/**
 * The policy of a store for the case that another database server answers than before. Immutable.
 *
 * @param margin ids of each tag to skip before the first range from the other server, which may lack the last ranges of
 *     the former one; above the row and above all that this process was granted; then a server that was restarted is another one, too; 0 to go on
 *     where its row stands
 * @param listener is told of the change, on the thread that allocates
 * @param time the clocks
 */
public record FailoverPolicy(long margin, Consumer<LeafEvent> listener, TimeSource time) {

    /** The largest margin: nine million of these are in a tag. */
    public static final long MAX_MARGIN = 1_000_000_000_000L;

    private static final String REMEDY = "Set {margin}=10000000, ten times the default max-step, for example.";

    /** Skips nothing; the change is only logged. */
    public static FailoverPolicy goOn() {
        return new FailoverPolicy(0, event -> {}, TimeSource.system());
    }

    /** Refuses a margin that is out of range. */
    public FailoverPolicy {
        Ranges.check().between("margin", margin, 0, MAX_MARGIN, REMEDY).orThrow();
    }
}
