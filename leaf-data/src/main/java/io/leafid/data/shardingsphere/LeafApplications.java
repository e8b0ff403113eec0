package io.leafid.data.shardingsphere;

import io.leafid.data.property.LeafIdSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The running applications of this process that use Leaf. What ShardingSphere makes is found by {@code ServiceLoader} and
 * shared by the process, so it cannot belong to one of them. Thread-safe.
 *
 * <p>With several there is no telling whose ids are wanted, and those of another one could be there twice.
 */
final class LeafApplications {

    private static final List<LeafIdSource> RUNNING = new CopyOnWriteArrayList<>();

    private LeafApplications() {}

    static void add(LeafIdSource source) {
        if (!RUNNING.contains(source)) {
            RUNNING.add(source);
        }
    }

    static void remove(LeafIdSource source) {
        RUNNING.remove(source);
    }

    /**
     * The only one.
     *
     * @param path the column that is to be filled, for the message
     * @throws IllegalStateException if there is none, or several
     */
    static LeafIdSource only(String path) {
        List<LeafIdSource> running = List.copyOf(RUNNING);
        if (running.size() == 1) {
            return running.get(0);
        }
        throw new IllegalStateException(
                running.isEmpty()
                        ? path
                                + " is to be filled by Leaf, but no application of this process that uses Leaf is running;"
                                + " insert rows while it runs"
                        : path + " is to be filled by Leaf, but " + running.size()
                                + " applications of this process use Leaf, and ShardingSphere does not say which one"
                                + " inserts; run them in processes of their own");
    }
}
