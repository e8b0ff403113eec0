package io.leafid.snowflake;

import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseReserve;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.lease.PeerClocks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leases as a test wants them. */
final class ScriptedLeases implements LeaseProvider {

    /** A lease that covers all times. */
    static final LeaseWindow ENDLESS = new LeaseWindow(5, 0, Long.MAX_VALUE);

    private final List<Long> closedWith = new ArrayList<>();
    private final List<Long> stoppedWith = new ArrayList<>();
    private volatile LeaseWindow lease;
    private volatile @Nullable LeaseWindow successor;
    private volatile Runnable onMissing = () -> {};
    private volatile Runnable onGivingBack = () -> {};
    private volatile Runnable afterReading = () -> {};
    private volatile Runnable onRestart = () -> {};
    private volatile LeaseStatus.State state = LeaseStatus.State.HELD;
    private volatile @Nullable Instant downSince;

    ScriptedLeases(LeaseWindow lease) {
        this.lease = lease;
    }

    void set(LeaseWindow next) {
        lease = next;
    }

    void follow(LeaseWindow next) {
        successor = next;
    }

    /** Runs whenever a lease is asked for that there is none of. */
    void onMissing(Runnable action) {
        onMissing = action;
    }

    void state(LeaseStatus.State now, @Nullable Instant registryDownSince) {
        state = now;
        downSince = registryDownSince;
    }

    List<Long> stoppedWith() {
        return stoppedWith;
    }

    List<Long> closedWith() {
        return closedWith;
    }

    @Override
    public LeaseWindow window() {
        LeaseWindow read = lease;
        afterReading.run();
        return read;
    }

    @Override
    public LeaseWindow windowFor(long millis) {
        LeaseWindow next = successor;
        if (millis >= lease.ceilingMillis() && next != null && next.covers(millis)) {
            lease = next;
        }
        if (millis >= lease.ceilingMillis()) {
            onMissing.run();
        }
        LeaseWindow read = lease;
        afterReading.run();
        return read;
    }

    @Override
    public LeaseStatus status() {
        String reason = (downSince == null) ? null : "connection refused";
        return new LeaseStatus(
                state,
                "10.0.0.1:8080",
                lease,
                new LeaseReserve(lease.ceilingMillis(), Duration.ofSeconds(10)),
                new LeaseStatus.Registry(downSince == null, downSince),
                null,
                reason,
                PeerClocks.NONE);
    }

    /** Runs whenever the lease is given back. */
    void onGivingBack(Runnable action) {
        onGivingBack = action;
    }

    /** Runs whenever a lease has been read. */
    void afterReading(Runnable action) {
        afterReading = action;
    }

    @Override
    public void stop(long usedUpToMillis, Duration timeout) {
        onGivingBack.run();
        stoppedWith.add(usedUpToMillis);
    }

    @Override
    public void restart() {
        onRestart.run();
    }

    /** Runs whenever a lease is to be taken anew. */
    void onRestart(Runnable action) {
        onRestart = action;
    }

    @Override
    public void close(long usedUpToMillis, Duration timeout) {
        onGivingBack.run();
        closedWith.add(usedUpToMillis);
    }
}
