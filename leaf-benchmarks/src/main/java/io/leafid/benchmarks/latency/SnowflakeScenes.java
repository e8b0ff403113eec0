package io.leafid.benchmarks.latency;

import io.leafid.SnowflakeLayout;
import io.leafid.benchmarks.latency.OpenLoop.Event;
import io.leafid.benchmarks.snowflake.EndlessLease;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/** Snowflake ids while the wall clock steps and while the registry of worker ids is unavailable. */
final class SnowflakeScenes {

    private static final int RATE = 100_000;
    private static final long EPOCH = 1_700_000_000_000L;
    private static final int WORKER_BITS = 10;
    private static final int SEQUENCE_BITS = 12;

    private SnowflakeScenes() {}

    static List<Scene> all(Duration length) {
        return List.of(
                steps("clock back 3 ms", -3, length),
                steps("clock back 1 s", -1_000, length),
                steps("clock forward 1 s", 1_000, length),
                new Scene("registry unavailable for 10 s", RATE, length, () -> registryAway(length)));
    }

    private static Scene steps(String name, long millis, Duration length) {
        Duration half = length.dividedBy(2);
        return new Scene(name, RATE, length, () -> {
            List<Scene.Part> parts = new ArrayList<>();
            for (OnBackwards choice : OnBackwards.values()) {
                SteppedTime ours = new SteppedTime();
                parts.add(new Scene.Part(leaf(ours, choice), List.of(new Event(half, () -> ours.step(millis)))));
            }
            SteppedTime theirs = new SteppedTime();
            parts.add(new Scene.Part(cosId(theirs), List.of(new Event(half, () -> theirs.step(millis)))));
            return parts;
        });
    }

    private static Source leaf(SteppedTime time, OnBackwards choice) {
        SnowflakeSettings usual = SnowflakeSettings.DEFAULT;
        SnowflakeSettings settings =
                new SnowflakeSettings(usual.sequence(), usual.toleratedBackwards(), choice, usual.maxLead());
        SnowflakeIdGenerator leaf =
                new SnowflakeIdGenerator(SnowflakeLayout.DEFAULT, settings, new EndlessLease(), time, event -> {});
        String name = (choice == usual.onBackwards())
                ? "leaf"
                : "leaf, " + choice.name().toLowerCase(Locale.ROOT);
        return new Source(name, leaf::nextId, leaf::close);
    }

    /** As its starter has it: a step of up to two seconds is waited for. */
    private static Source cosId(SteppedTime time) {
        var cosId = new ClockSyncSnowflakeId(
                new MillisecondSnowflakeId(EPOCH, 41, WORKER_BITS, SEQUENCE_BITS, 1, 1L << (SEQUENCE_BITS - 1)) {

                    @Override
                    protected long getCurrentTime() {
                        return time.currentTimeMillis();
                    }
                });
        return new Source("cosId", cosId::generate, () -> {});
    }

    private static List<Scene.Part> registryAway(Duration length) {
        RegistryApplication application = new RegistryApplication();
        Duration begin = length.dividedBy(4);
        List<Event> events = List.of(
                new Event(begin, application::takeRegistryAway),
                new Event(begin.plusSeconds(10), application::bringRegistryBack));
        return List.of(new Scene.Part(new Source("leaf", application.ids(), application::close), events));
    }
}
