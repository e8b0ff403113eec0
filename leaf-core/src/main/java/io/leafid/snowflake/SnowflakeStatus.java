package io.leafid.snowflake;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.LeaseStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a generator at one moment. Immutable.
 *
 * @param layout how its ids are divided
 * @param lastTimestamp the timestamp of the last id; {@code null} before the first and after the generator was closed
 * @param lead how far that is ahead of the clock; zero if it is not
 * @param allowedLead how far it may be ahead before calls fail
 * @param issued ids handed out since the start
 * @param stepsBack how often the clock was found behind the last timestamp
 * @param lease what it may use now
 * @param lifetimeRemaining how long the layout lasts from now on; negative when it has run out
 */
public record SnowflakeStatus(
        SnowflakeLayout layout,
        @Nullable Instant lastTimestamp,
        Duration lead,
        Duration allowedLead,
        long issued,
        long stepsBack,
        LeaseStatus lease,
        Duration lifetimeRemaining) {}
