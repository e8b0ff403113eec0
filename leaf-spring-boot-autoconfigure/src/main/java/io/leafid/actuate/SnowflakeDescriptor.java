package io.leafid.actuate;

import io.leafid.SnowflakeLayout;
import io.leafid.TagLimit;
import io.leafid.lease.LeaseReserve;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.PeerClocks;
import io.leafid.snowflake.SnowflakeStatus;
import io.leafid.workerid.WorkerIdEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The snowflake engine as the endpoint shows it. Immutable.
 *
 * @param mode where worker ids come from
 * @param workerId worker id of this instance; {@code null} if it has none
 * @param layout how ids are divided
 * @param lease up to when the worker id may be used
 * @param clock how the clock goes
 * @param limits the tags that have a limit, sorted; {@code null} if none has
 * @param leases all worker ids that the registry knows, sorted; {@code null} if it could not be asked yet
 * @param leasesAge how long ago the registry said so; {@code null} if it could not be asked yet
 */
public record SnowflakeDescriptor(
        String mode,
        @Nullable Integer workerId,
        Layout layout,
        Lease lease,
        Clock clock,
        @Nullable Map<String, TagLimit> limits,
        @Nullable List<Entry> leases,
        @Nullable Duration leasesAge) {

    static SnowflakeDescriptor of(
            String mode,
            SnowflakeStatus status,
            Map<String, TagLimit> limits,
            LeaseListCache.@Nullable Snapshot leases,
            Instant now) {
        int workerId = status.lease().window().workerId();
        return new SnowflakeDescriptor(
                mode,
                (workerId < 0) ? null : workerId,
                Layout.of(status.layout()),
                Lease.of(status),
                Clock.of(status),
                limits.isEmpty() ? null : new TreeMap<>(limits),
                (leases == null) ? null : Entry.all(leases, now),
                (leases == null) ? null : leases.ageAt(now));
    }

    /**
     * The layout of ids.
     *
     * @param epoch instant that timestamp 0 stands for
     * @param timestampBits bits of the timestamp
     * @param workerIdBits bits of the worker id
     * @param sequenceBits bits of the sequence within a millisecond
     * @param lastInstant last instant that an id can carry
     */
    public record Layout(Instant epoch, int timestampBits, int workerIdBits, int sequenceBits, Instant lastInstant) {

        static Layout of(SnowflakeLayout layout) {
            return new Layout(
                    layout.epoch(),
                    layout.timestampBits(),
                    layout.workerIdBits(),
                    layout.sequenceBits(),
                    layout.lastInstant());
        }
    }

    /**
     * Up to when the worker id may be used.
     *
     * @param state what the registry says about the lease
     * @param owner who this instance is to the registry
     * @param floor first instant that may be used; {@code null} without a lease
     * @param ceiling end of the reserved time, exclusive; {@code null} without a lease
     * @param remaining how long ids keep coming if nothing changes, as an ISO 8601 duration: {@code PT0S} while none come,
     *     {@code unlimited} if they need nothing but the disk; {@code null} without a lease
     * @param reservation how far ahead time is reserved while the registry answers
     * @param lastExtended when the registry last confirmed a ceiling; {@code null} if not in this run
     * @param registry whether the registry answered the last call
     */
    public record Lease(
            LeaseStatus.State state,
            String owner,
            @Nullable Instant floor,
            @Nullable Instant ceiling,
            @Nullable String remaining,
            Duration reservation,
            @Nullable Instant lastExtended,
            String registry) {

        static Lease of(SnowflakeStatus status) {
            LeaseStatus lease = status.lease();
            LeaseReserve reserve = lease.reserve();
            boolean isThere = lease.window().workerId() >= 0;
            long end = reserve.isEndless() ? lease.window().ceilingMillis() : reserve.endMillis();
            return new Lease(
                    lease.state(),
                    lease.owner(),
                    isThere ? Instant.ofEpochMilli(lease.window().floorMillis()) : null,
                    isThere ? Instant.ofEpochMilli(end) : null,
                    isThere ? remaining(RemainingTime.of(status).remaining()) : null,
                    reserve.full(),
                    lease.lastExtended(),
                    lease.registryUp() ? "UP" : (lease.registrySince() == null) ? "UNKNOWN" : "DOWN");
        }

        private static String remaining(@Nullable Duration remaining) {
            return (remaining == null) ? "unlimited" : remaining.toString();
        }
    }

    /**
     * The clock.
     *
     * @param peers running nodes that it was compared with at start
     * @param offsetFromPeers by how much it was ahead of the median of theirs
     * @param stepsBack how often it was found behind the last timestamp used
     * @param lead how far the last timestamp used is ahead of it
     */
    public record Clock(int peers, Duration offsetFromPeers, long stepsBack, Duration lead) {

        static Clock of(SnowflakeStatus status) {
            PeerClocks peers = status.lease().peerClocks();
            return new Clock(peers.peers(), peers.offset(), status.stepsBack(), status.lead());
        }
    }

    /**
     * One worker id in the registry.
     *
     * @param workerId the worker id
     * @param owner who has or last had it
     * @param ceiling end of the time reserved for it, exclusive; {@code null} if the entry does not say
     * @param lastReported when its owner last wrote to the registry, by the registry's clock; {@code null} if unknown
     * @param live whether its owner runs, as far as the registry can tell; {@code null} if the list is too old to say
     * @param self whether it is this instance's own
     * @param writer whose node has written it last: {@code leaf}, {@code original} or {@code fork}
     */
    public record Entry(
            int workerId,
            String owner,
            @Nullable Instant ceiling,
            @Nullable Instant lastReported,
            @Nullable Boolean live,
            boolean self,
            String writer) {

        static List<Entry> all(LeaseListCache.Snapshot leases, Instant now) {
            boolean isFresh = leases.isFreshAt(now);
            return leases.entries().stream().map(entry -> of(entry, isFresh)).toList();
        }

        private static Entry of(WorkerIdEntry entry, boolean isFresh) {
            return new Entry(
                    entry.workerId(),
                    entry.owner(),
                    entry.ceiling(),
                    entry.lastReported(),
                    isFresh ? entry.live() : null,
                    entry.self(),
                    entry.writer().name().toLowerCase(Locale.ROOT));
        }
    }
}
