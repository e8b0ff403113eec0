package io.leafid.snowflake;

import io.leafid.SnowflakeLayout;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watch on the end of a layout: logs once, up to a year ahead, when its timestamps run out. Thread-safe. */
public final class LayoutEnd {

    /** The time before the layout's last instant at which an operator is warned: a migration takes its time. */
    public static final Duration WARNING = Duration.ofDays(365);

    private static final Logger logger = LoggerFactory.getLogger(LayoutEnd.class);

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private boolean isAnnounced;

    private LayoutEnd(SnowflakeLayout layout, TimeSource time) {
        this.layout = layout;
        this.time = time;
    }

    /** Looks now, and each day from now on until the scheduler is closed. */
    public static void watch(SnowflakeLayout layout, TimeSource time, Scheduler scheduler) {
        LayoutEnd end = new LayoutEnd(layout, time);
        end.look();
        scheduler.every(Duration.ofDays(1), end::look);
    }

    private synchronized void look() {
        Duration left = Duration.between(time.now(), layout.lastInstant());
        if (!isAnnounced && left.compareTo(WARNING) < 0) {
            isAnnounced = true;
            logger.warn("timestamps run out at {}; plan a new layout under another name", layout.lastInstant());
        }
    }
}
