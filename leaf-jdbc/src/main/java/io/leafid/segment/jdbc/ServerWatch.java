package io.leafid.segment.jdbc;

import io.leafid.LeafEvent;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.segment.store.Lift;
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
 * Notices that another server allocates than before, or one that may have lost commits in a restart, and which tags still have to
 * skip ids for that. Thread-safe.
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

    private static final String SINCE = " since ";

    /** A server that allocated within this time is no news: several servers answer in turn. */
    static final Duration IN_TURN = Duration.ofMinutes(5);

    private final FailoverPolicy policy;
    private final ConcurrentMap<String, Settled> settled = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable LeafEvent> news = new AtomicReference<>();
    private final Map<String, Long> lastNanos = new HashMap<>(); // guarded by this
    private String server = ""; // guarded by this
    private volatile long changes; // written under this; read for each id while a store fails

    ServerWatch(FailoverPolicy policy) {
        this.policy = policy;
    }

    /** Tells, once per store, that the database does not name its server; loudly if a margin was to be skipped. */
    void cannotNotice(@Nullable String reason) {
        if (policy.margin() > 0) {
            logger.warn("a fail-over will not be noticed, so nothing will be skipped for one: {}", reason);
        } else {
            logger.debug("a fail-over will not be noticed: {}", reason);
        }
    }

    /**
     * The allocation in place of one that was refused: what would begin below the numbers that this process has seen moves nothing, or it
     * would move the row up to numbers of other nodes. Where a fail-over is skipped, the margin lifts the row of another server above them.
     *
     * @return nothing if no margin is due; the server that has refused is recorded, too
     */
    Optional<Lift> afterRefusal(String tag, Lift refused) {
        return (marginDue(tag, changes) == 0)
                ? Optional.empty()
                : Optional.of(new Lift(refused.amount(), 0, refused.floor(), refused.ceiling()));
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
                "{}: {} instead of {}; {}",
                host(before).equals(host(answering))
                        ? "the database server was restarted, or its settings have changed"
                        : "another database server answers",
                answering,
                before,
                (policy.margin() > 0)
                        ? "each tag skips %s ids, in case the last ranges did not reach it".formatted(policy.margin())
                        : "nothing is skipped: if the last ranges did not reach it, their ids come again");
        news.set(new LeafEvent.SegmentServerChanged(policy.time().now(), before, answering, policy.margin()));
    }

    /** The name of a server without its start, which only those have that may lose commits. */
    private static String host(String name) {
        return namesItsStart(name) ? name.substring(0, name.indexOf(SINCE)) : name;
    }

    /** Returns whether a server may lose commits in a crash. */
    static boolean namesItsStart(String name) {
        return name.contains(SINCE);
    }

    /** The consequence if the server loses its last commits, for people. */
    String lossOfCommits() {
        return (policy.margin() > 0)
                ? "each tag skips %s ids after a restart or a fail-over of it".formatted(policy.margin())
                : "ids of the ranges that are lost come again. Let it wait for the disk at each commit, or set on-failover: skip on every node";
    }

    /** The number of ids that a tag has to skip, given how many changes there have been. */
    long marginDue(String tag, long changesSeen) {
        return (policy.margin() > 0 && settledOf(tag).changes < changesSeen) ? policy.margin() : 0;
    }

    /** Up to where a tag's ranges were granted to this process, by whatever server; 0 if that is not known. */
    long grantedUpTo(String tag) {
        return settledOf(tag).end;
    }

    private Settled settledOf(String tag) {
        return settled.getOrDefault(tag, Settled.NEVER);
    }

    /** Notes that a tag's allocation, with what it owed, is committed: a range from {@code first} up to {@code end}. */
    void recordAllocation(String tag, long changesSeen, long first, long end) {
        long firstOfServer = (changesSeen > 0) ? first : 0;
        settled.merge(tag, new Settled(changesSeen, firstOfServer, 0, end), Settled::and);
    }

    /**
     * Returns whether all that a tag was granted from {@code first} on is of the server that answers now; what is of another one may have
     * been granted once more.
     */
    synchronized boolean granted(String tag, String answering, long first) {
        boolean isSame = server.isEmpty() || answering.isEmpty() || answering.equals(server);
        Settled last = settledOf(tag);
        return isSame && last.changes == changes && first >= Math.max(last.first, last.formerEnd);
    }

    /** Passes on what was noticed, outside of any transaction; returns whether there was something. */
    boolean publish() {
        LeafEvent event = news.getAndSet(null);
        if (event != null) { // guarded, since what was allocated is committed and must reach its caller
            EventDispatcher.guarded(policy.listener()).accept(event);
        }
        return event != null;
    }

    /**
     * The last allocation of a tag that counts for a change of server. Immutable.
     *
     * @param changes how many changes there had been
     * @param first where the first range after the last of them begins
     * @param formerEnd up to where ranges were granted before it, also above what the new server began with
     * @param end up to where any was
     */
    private record Settled(long changes, long first, long formerEnd, long end) {

        private static final Settled NEVER = new Settled(0, 0, 0, 0);

        private Settled and(Settled other) {
            long highest = Math.max(end, other.end);
            if (changes == other.changes) {
                return new Settled(
                        changes, Math.min(first, other.first), Math.max(formerEnd, other.formerEnd), highest);
            }
            Settled newer = (changes > other.changes) ? this : other;
            Settled older = (changes > other.changes) ? other : this;
            return new Settled(newer.changes, newer.first, Math.max(newer.formerEnd, older.end), highest);
        }
    }
}
