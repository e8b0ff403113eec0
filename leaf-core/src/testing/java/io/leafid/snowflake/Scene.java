package io.leafid.snowflake;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A generator whose clock and lease are in the hand of the test. */
final class Scene {

    final ManualTime time = new ManualTime();
    final ScriptedLeases leases = new ScriptedLeases(ScriptedLeases.ENDLESS);
    final List<LeafEvent> events = new ArrayList<>();
    final SnowflakeIdGenerator generator;

    Scene(SnowflakeLayout layout, SnowflakeSettings settings) {
        generator = new SnowflakeIdGenerator(layout, settings, leases, time, events::add, new Random(7)::nextInt);
    }

    Scene(SnowflakeSettings settings) {
        this(SnowflakeLayout.DEFAULT, settings);
    }

    Scene() {
        this(SnowflakeSettings.DEFAULT);
    }

    static SnowflakeSettings with(SequenceMode mode) {
        return new SnowflakeSettings(mode, Duration.ofMillis(5), OnBackwards.FAIL, Duration.ofSeconds(1));
    }

    static SnowflakeSettings borrowing(Duration maxLead) {
        return new SnowflakeSettings(SequenceMode.ROLLING, Duration.ofMillis(5), OnBackwards.BORROW, maxLead);
    }

    SnowflakeId next() {
        return generator.decode(generator.nextId());
    }

    long nextMillis() {
        return next().timestamp().toEpochMilli();
    }

    long now() {
        return time.currentTimeMillis();
    }

    void step(long millis) {
        time.stepWallClock(Duration.ofMillis(millis));
    }

    void millis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    long elapsedMillis() {
        return time.elapsedNanos() / 1_000_000;
    }
}
