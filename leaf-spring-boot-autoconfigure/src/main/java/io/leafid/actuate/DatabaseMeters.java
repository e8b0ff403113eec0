package io.leafid.actuate;

import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.DatabaseStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Optional;

/** The meters of the databases that have names: which there are never changes. Stateless. */
final class DatabaseMeters {

    private DatabaseMeters() {}

    static void bind(SegmentIdGenerator generator, MeterRegistry registry) {
        for (DatabaseStatus database : generator.databases()) {
            String name = database.name();
            for (Availability.State state : Availability.State.values()) {
                Gauge.builder(MeterNames.DATABASE_STATE, generator, now -> isIn(state, now, name) ? 1 : 0)
                        .description("1 for the state in which the database is, 0 for the others")
                        .tag(MeterNames.DATABASE, name)
                        .tag(MeterNames.STATE, state.name().toLowerCase(Locale.ROOT))
                        .register(registry);
            }
            FunctionCounter.builder(
                            MeterNames.DATABASE_ALLOCATIONS,
                            generator,
                            now -> find(now, name)
                                    .map(DatabaseStatus::allocations)
                                    .orElse(0L))
                    .description("Ranges that the database has granted")
                    .tag(MeterNames.DATABASE, name)
                    .register(registry);
        }
    }

    private static Optional<DatabaseStatus> find(SegmentIdGenerator generator, String name) {
        return generator.databases().stream()
                .filter(database -> database.name().equals(name))
                .findFirst();
    }

    private static boolean isIn(Availability.State state, SegmentIdGenerator generator, String name) {
        return find(generator, name)
                .filter(now -> now.status().state() == state)
                .isPresent();
    }
}
