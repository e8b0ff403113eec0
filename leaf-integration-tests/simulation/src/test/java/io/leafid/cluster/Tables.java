package io.leafid.cluster;

import io.leafid.Tags;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.segment.jdbc.SimulatedRowStore;
import io.leafid.segment.jdbc.SimulatedRows;
import io.leafid.segment.jdbc.SimulatedRows.Grant;
import io.leafid.segment.jdbc.SimulatedSlotStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The tables that segments are allocated from: one, or several that grant ids by turns, each on a server of its own. For one thread. */
final class Tables {

    private final SegmentPlan plan;
    private final List<SimulatedRows> tables = new ArrayList<>();
    private final List<Link.Server> servers = new ArrayList<>();

    /** Tables without rows but for the first one; {@code usual} is its server. */
    Tables(Plan plan, Link.Server usual) {
        this.plan = plan.segments();
        for (int i = 0; i < this.plan.databases(); i++) {
            tables.add(new SimulatedRows(plan.broken(), this.plan.commits()));
            servers.add((i == 0) ? usual : new Link.Server());
        }
        for (int i = 0; i < this.plan.steps().size(); i++) {
            tables.get(0).put(SegmentPlan.TAGS.get(i), 0, this.plan.steps().get(i));
        }
    }

    private boolean isOne() {
        return tables.size() == 1;
    }

    List<SimulatedRows> all() {
        return tables;
    }

    Link.Server server(int place) {
        return servers.get(place);
    }

    /** One of them, by lot; its place among all. */
    int any(Random dice) {
        return isOne() ? 0 : dice.nextInt(tables.size());
    }

    SimulatedRows get(int place) {
        return tables.get(place);
    }

    /** Words that tell one from the others, where there are several. */
    String name(int place) {
        return isOne() ? "database" : "database " + place;
    }

    void up() {
        servers.forEach(server -> server.down(false));
    }

    /** What a process allocates from. */
    SegmentStore store(Run run) {
        if (isOne()) {
            return rows(run, 0);
        }
        List<SlottedDatabase> databases = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            databases.add(new SlottedDatabase("db" + i, i, new SimulatedSlotStore(rows(run, i))));
        }
        return new InterleavedSegmentStore(
                databases,
                plan.slots(),
                new InterleavedSettings(
                        plan.settings().allocation().loadTimeout(),
                        event -> {},
                        run.clock(),
                        run.random()::nextDouble,
                        tag -> plan.settings().autoCreate() != null
                                || !Tags.ownerOf(tag).equals(tag)));
    }

    private SimulatedRowStore rows(Run run, int place) {
        // The clock tells when something was announced, within a lock, where none may give way.
        FailoverPolicy failover = new FailoverPolicy(plan.commits().margin(), event -> {}, TimeSource.system());
        return new SimulatedRowStore(tables.get(place), run.link(place), run.name(), failover);
    }

    /** The range that makes an id its owner's own; {@code null} if there is none. */
    @Nullable Grant grantOf(String owner, String tag, long id) {
        List<Grant> own = tableOf(id).grantsOf(owner, tag);
        for (int i = own.size() - 1; i >= 0; i--) {
            if (own.get(i).covers(numberOf(id))) {
                return own.get(i);
            }
        }
        return null;
    }

    private SimulatedRows tableOf(long id) {
        return tables.get((int) (id % plan.slots()) % tables.size());
    }

    private long numberOf(long id) {
        return id / plan.slots();
    }

    /** Whether the loss of a counter lies between two grants of an id. */
    boolean wasLost(String tag, long id, Grant one, Grant other) {
        return tableOf(id).wasLost(tag, numberOf(id), one, other);
    }

    /** How often a counter of a tag was lost. */
    long losses(String tag) {
        long sum = 0;
        for (SimulatedRows rows : tables) {
            sum += rows.losses(tag);
        }
        return sum;
    }

    /** Whether a tag lacks or lacked its row in each of them. */
    boolean wasMissing(String tag) {
        return tables.stream().allMatch(rows -> rows.wasMissing(tag));
    }

    /** All rows are there, above all that was allocated. */
    void correct() {
        tables.forEach(rows -> rows.tags().forEach(tag -> rows.put(tag, rows.highest(tag), 10)));
    }
}
