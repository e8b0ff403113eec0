package io.leafid;

import java.time.Duration;
import java.time.Instant;

/**
 * Something an operator should hear of. Published once per change, not once per call; in a Spring application each is
 * an application event, so that {@code @EventListener void on(LeafEvent.SegmentStoreDown event)} receives it.
 *
 * <p>Listeners are called on one thread that all engines of a context share and that no engine waits for, in the order in
 * which things happened. A listener that is slow delays the events behind it; of more than 1 000 that wait the oldest are
 * dropped, with a warning. What a listener throws is logged and ignored. When the context ends, the last events are waited
 * for up to five seconds.
 */
public sealed interface LeafEvent {

    /** When it was noticed, by this process's clock. */
    Instant at();

    /**
     * The store of segments stopped answering. Ids flow on from what is reserved.
     *
     * @param at when the first failure was noticed
     * @param reason what the store said
     */
    record SegmentStoreDown(Instant at, String reason) implements LeafEvent {}

    /**
     * The store of segments answers again.
     *
     * @param at when the first success was noticed
     * @param outage how long it had been unavailable
     */
    record SegmentStoreUp(Instant at, Duration outage) implements LeafEvent {}

    /**
     * One of several databases that grant interleaved ids stopped answering. The others go on without it.
     *
     * @param at when the first failure was noticed
     * @param database the name of the database
     * @param reason what it said
     */
    record SegmentDatabaseDown(Instant at, String database, String reason) implements LeafEvent {}

    /**
     * One of several databases that grant interleaved ids answers again.
     *
     * @param at when the first success was noticed
     * @param database the name of the database
     * @param outage how long it had been unavailable
     */
    record SegmentDatabaseUp(Instant at, String database, Duration outage) implements LeafEvent {}

    /**
     * The store offered a range below one that this process was granted before: it was rewound by a restore, a
     * failover to a lagging replica or a change by hand. The range is never served, and the tag allocates nothing more until
     * its row is above {@code highestEnd} again.
     *
     * @param at when the range was refused
     * @param tag the tag whose row was rewound
     * @param first first number of the range that was offered
     * @param end end of that range, exclusive
     * @param highestEnd end, exclusive, of the highest range that was granted to this process
     */
    record SegmentRefused(Instant at, String tag, long first, long end, long highestEnd) implements LeafEvent {}

    /**
     * Another database server allocates than before: a fail-over, or another server behind the same address. A server that may lose
     * commits counts as another one after a restart, and when that setting changes. If the last ranges that were granted are
     * lost, they are granted again, unless {@code skipped} covers them.
     *
     * @param at when the first allocation of the other server was noticed
     * @param before the server that had allocated before, as the database names it
     * @param now the server that allocates now
     * @param skipped ids that each tag skips before its next range; 0 if nothing is skipped
     */
    record SegmentServerChanged(Instant at, String before, String now, long skipped) implements LeafEvent {}

    /**
     * The registry of worker ids stopped answering. Ids flow on for as long as time is reserved.
     *
     * @param at when the first failure was noticed
     * @param reason what the registry said
     */
    record WorkerIdRegistryDown(Instant at, String reason) implements LeafEvent {}

    /**
     * The registry of worker ids answers again.
     *
     * @param at when the first success was noticed
     * @param outage how long it had been unavailable
     */
    record WorkerIdRegistryUp(Instant at, Duration outage) implements LeafEvent {}

    /**
     * The worker id belongs to another process now. Ids flow up to the ceiling that had been confirmed; meanwhile another
     * worker id is leased.
     *
     * @param at when it was noticed
     * @param workerId the worker id that was lost
     * @param ceiling up to when it may still be used, exclusive
     * @param reason what the registry said
     */
    record LeaseLost(Instant at, int workerId, Instant ceiling, String reason) implements LeafEvent {}

    /**
     * No worker id is free, so this instance is a standby: it issues no ids until it has taken the first that becomes free.
     *
     * @param at when it was noticed
     * @param reason what the registry said
     */
    record StandbyBegan(Instant at, String reason) implements LeafEvent {}

    /**
     * A worker id became free and this instance, a standby until now, has taken it. Ids flow.
     *
     * @param at when it was taken
     * @param workerId the worker id
     */
    record StandbyEnded(Instant at, int workerId) implements LeafEvent {}

    /**
     * The clock stepped back behind the last timestamp used by more than is waited for. Published once per step.
     *
     * @param at what the clock read when it was noticed
     * @param offset how far it stood behind the last timestamp used
     */
    record ClockSteppedBack(Instant at, Duration offset) implements LeafEvent {}
}
