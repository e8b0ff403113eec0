package io.leafid.actuate;

import io.leafid.lease.LeaseExtensions;
import io.leafid.lease.LeaseStatus;
import io.leafid.snowflake.SnowflakeStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The meters of the snowflake engine in one registry. Stateless. */
final class SnowflakeMeters {

    /** Value of the label {@code tag}: tags share one sequence, and a series must have the labels of its siblings. */
    static final String ALL_TAGS = "all";

    private static final double NANOS = 1e-9;

    private static final List<DurationGauge> GAUGES = List.of(
            new DurationGauge(
                    MeterNames.LEAD, "How far the last timestamp used is ahead of the clock", SnowflakeStatus::lead),
            new DurationGauge(
                    MeterNames.LEASE_REMAINING,
                    "Time that ids keep coming if nothing changes; infinite if there is no end",
                    status -> RemainingTime.of(status).remaining()),
            new DurationGauge(
                    MeterNames.LEASE_RESERVATION,
                    "How far ahead time is reserved while the registry answers",
                    status -> status.lease().reserve().full()),
            new DurationGauge(
                    MeterNames.LIFETIME_REMAINING,
                    "Time until timestamps run out",
                    SnowflakeStatus::lifetimeRemaining));

    private SnowflakeMeters() {}

    static void bind(SnowflakeView view, MeterRegistry registry) {
        counters(view, registry);
        GAUGES.forEach(gauge -> gauge.bind(view, registry));
        Gauge.builder(
                        MeterNames.LEASE_STANDBY,
                        view,
                        v -> v.status().lease().state() == LeaseStatus.State.STANDBY ? 1 : 0)
                .description("1 while this instance waits for a worker id as a standby, else 0")
                .register(registry);
        Gauge.builder(MeterNames.LEASE_FOREIGN, view, SnowflakeView::foreignNodes)
                .description("Nodes of the original Leaf and of its fork that report worker ids of this name")
                .register(registry);
        if (view.extensions() != null) {
            extension(view, registry, "success", LeaseExtensions::succeeded, LeaseExtensions::timeOfSucceeded);
            extension(view, registry, "failure", LeaseExtensions::failed, LeaseExtensions::timeOfFailed);
        }
    }

    private static void counters(SnowflakeView view, MeterRegistry registry) {
        FunctionCounter.builder(MeterNames.ISSUED, view, v -> v.status().issued())
                .description("Ids handed out")
                .tag(MeterNames.ENGINE, "snowflake")
                .tag(MeterNames.TAG, ALL_TAGS)
                .register(registry);
        FunctionCounter.builder(
                        MeterNames.CLOCK_BACKWARDS, view, v -> v.status().stepsBack())
                .description("Times that the clock was found behind the last timestamp used")
                .register(registry);
    }

    /** A duration that is shown in seconds. */
    private record DurationGauge(
            String meter, String description, Function<SnowflakeStatus, @Nullable Duration> value) {

        void bind(SnowflakeView view, MeterRegistry registry) {
            TimeGauge.builder(meter, view, TimeUnit.SECONDS, v -> seconds(value.apply(v.status())))
                    .description(description)
                    .register(registry);
        }
    }

    private static void extension(
            SnowflakeView view,
            MeterRegistry registry,
            String outcome,
            ToLongFunction<LeaseExtensions> count,
            Function<LeaseExtensions, Duration> time) {
        FunctionTimer.builder(
                        MeterNames.LEASE_EXTENSION,
                        view,
                        v -> count.applyAsLong(Objects.requireNonNull(v.extensions())),
                        v -> seconds(time.apply(Objects.requireNonNull(v.extensions()))),
                        TimeUnit.SECONDS)
                .description("Calls that kept the lease")
                .tag(MeterNames.OUTCOME, outcome)
                .register(registry);
    }

    private static double seconds(@Nullable Duration duration) {
        if (duration == null) {
            return Double.POSITIVE_INFINITY;
        }
        return duration.toSeconds() + duration.toNanosPart() * NANOS;
    }
}
