package io.leafid.actuate;

/** The names of all meters and of their tags; docs/run/monitoring.md says what each means. */
final class MeterNames {

    static final String ISSUED = "leaf.ids.issued";
    static final String LIFETIME_REMAINING = "leaf.lifetime.remaining";
    static final String SEGMENT_REMAINING = "leaf.segment.remaining";
    static final String SEGMENT_STEP = "leaf.segment.step";
    static final String SEGMENT_GLOBAL_ORDER = "leaf.segment.global.order";
    static final String DATABASE_STATE = "leaf.segment.database.state";
    static final String DATABASE_ALLOCATIONS = "leaf.segment.database.allocations";
    static final String SEGMENT_LOAD = "leaf.segment.load";
    static final String SEGMENT_WAITS = "leaf.segment.waits";
    static final String TEXT_USED = "leaf.text.used";
    static final String CLOCK_BACKWARDS = "leaf.snowflake.clock.backwards";
    static final String LEAD = "leaf.snowflake.lead";
    static final String LEASE_REMAINING = "leaf.lease.remaining";
    static final String LEASE_RESERVATION = "leaf.lease.reservation";
    static final String LEASE_STANDBY = "leaf.lease.standby";
    static final String LEASE_FOREIGN = "leaf.lease.foreign";
    static final String LEASE_EXTENSION = "leaf.lease.extension";

    static final String ENGINE = "engine";
    static final String TAG = "tag";
    static final String OUTCOME = "outcome";
    static final String DATABASE = "database";
    static final String STATE = "state";

    private MeterNames() {}
}
