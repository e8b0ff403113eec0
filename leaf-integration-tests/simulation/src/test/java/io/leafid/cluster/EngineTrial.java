package io.leafid.cluster;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Runs schedules with an engine that was loaded by {@link ChangedEngine}, and whose classes therefore are others than the caller's. One thread. */
public final class EngineTrial implements LongFunction<@Nullable String> {

    private final Scope scope;

    /** For schedules of a rule, or of everything in a mode if there is none. */
    public EngineTrial(@Nullable String rule, @Nullable String mode) {
        ((Logger) LoggerFactory.getLogger("io.leafid")).setLevel(Level.OFF);
        this.scope = (rule == null) ? Scope.ofLapses(Plan.Mode.valueOf(mode)) : Scope.of(EngineRule.valueOf(rule));
    }

    @Override
    public @Nullable String apply(long seed) {
        Plan plan = Plan.of(seed, scope);
        return (new Cluster(plan, false).run() == null) ? null : Shrinker.story(Shrinker.shrink(plan));
    }
}
