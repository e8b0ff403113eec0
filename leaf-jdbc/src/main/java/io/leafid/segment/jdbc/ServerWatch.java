package io.leafid.segment.jdbc;

import io.leafid.LeafEvent;
import io.leafid.concurrent.EventDispatcher;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that another server allocates than before, and which tags still have to skip ids for that. Where ids are skipped, a server that
 * was restarted is another one, since it may have lost commits. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `server` is the one that ran the last allocation; `changes` counts how often it became another one.
 *   - A tag owes a margin while its last committed allocation is of an earlier change than the present one. A tag that
 *     was never allocated from here counts as of before the first change: another node may have used it.
 *   - The first server is no change: what happened before this process began cannot be seen.
 * Locks: this, for moments; no call leaves it.
 * </pre>
 */
final class ServerWatch {

    private static final Logger logger = LoggerFactory.getLogger(ServerWatch.class);

    /** A server that allocated within this time is no news: several servers answer in turn. */
    static final Duration IN_TURN = Duration.ofMinutes(5);

    private final FailoverPolicy policy;
    private final ConcurrentMap<String, Long> settled = new ConcurrentHashMap<>(); // by tag, as many changes
    private final AtomicReference<@Nullable LeafEvent> news = new AtomicReference<>();
    private final Map<String, Long> lastNanos = new HashMap<>(); // guarded by this
    private String server = ""; // guarded by this
    private volatile long changes; // written under this; read for each id while a store fails

    ServerWatch(FailoverPolicy policy) {
        this.policy = policy;
    }

    /** Returns whether ids are skipped after a change of server. */
    boolean skips() {
        return policy.margin() > 0;
    }

    /** Tells, once per store, that the database does not name its server; loudly if a margin was to be skipped. */
    void cannotNotice(@Nullable String reason) {
        if (skips()) {
            logger.warn("a fail-over will not be noticed, so nothing will be skipped for one: {}", reason);
        } else {
            logger.debug("a fail-over will not be noticed: {}", reason);
        }
    }

    /**
     * The allocation in place of one that was refused: what would begin below the numbers that this process has seen moves nothing, or it
     * would move the row up to numbers of other nodes. Where a fail-over is skipped, the row of another server is lifted above them, and
     * by the margin.
     *
     * @return nothing if no margin is due; the server that has refused is recorded, too
     */
    Optional<Lift> afterRefusal(String tag, Lift refused) {
        long floor = Math.max(refused.floor(), refused.least());
        return (marginDue(tag, changes) == 0)
                ? Optional.empty()
                : Optional.of(new Lift(refused.amount(), 0, floor, refused.ceiling()));
    }

    /** Notes which server has just run an allocation; returns how many changes there have been. */
    synchronized long recordServer(String answering) {
        if (answering.isEmpty()) {
            return changes;
        }
        long now = policy.time().nanoTime();
        Long before = lastNanos.put(answering, now);
        if (!server.isEmpty() && !server.equals(answering)) {
            changes++;
            if (before == null || now - before > IN_TURN.toNanos()) {
                announce(server, answering);
            }
        }
        server = answering;
        return changes;
    }

    /** The number of times that another server has answered than before. */
    long changes() {
        return changes;
    }

    private void announce(String before, String answering) {
        logger.warn(
                "another database server answers, or it was restarted: {} instead of {}; {}",
                answering,
                before,
                skips()
                        ? "each tag skips %s ids, in case the last ranges did not reach it".formatted(policy.margin())
                        : "nothing is skipped: if the last ranges did not reach it, their ids come again");
        news.set(new LeafEvent.SegmentServerChanged(policy.time().now(), before, answering, policy.margin()));
    }

    /** The consequence if the server loses its last commits, for people. */
    String lossOfCommits() {
        return skips()
                ? "each tag skips %s ids after a restart or a fail-over of it".formatted(policy.margin())
                : "ids of the ranges that are lost come again. Let it wait for the disk at each commit, or set on-failover: skip on every node";
    }

    /** The number of ids that a tag has to skip, given how many changes there have been. */
    long marginDue(String tag, long changesSeen) {
        return (settled.getOrDefault(tag, 0L) < changesSeen) ? policy.margin() : 0;
    }

    /** Notes that a tag's allocation, with what it owed, is committed. */
    void recordAllocation(String tag, long changesSeen) {
        settled.merge(tag, changesSeen, Math::max);
    }

    /**
     * Returns whether all ranges of this process are of the server that answers now. Otherwise nothing is given back: what another server
     * has granted, this one may have granted once more.
     */
    synchronized boolean isTheOnlyOne(String answering) {
        return changes == 0 && (server.isEmpty() || answering.isEmpty() || answering.equals(server));
    }

    /** Passes on what was noticed, once the allocation is committed; returns whether there was something. */
    boolean publish() {
        LeafEvent event = news.getAndSet(null);
        if (event != null) { // guarded, since what was allocated is committed and must reach its caller
            EventDispatcher.guarded(policy.listener()).accept(event);
        }
        return event != null;
    }
}
