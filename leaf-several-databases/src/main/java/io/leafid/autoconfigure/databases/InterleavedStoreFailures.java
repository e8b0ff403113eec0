package io.leafid.autoconfigure.databases;

import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.segment.jdbc.SlotRefusedException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explains why databases that grant interleaved ids fail at start. Immutable.
 *
 * @param databases what each of them is, for people, by its name
 * @param names their names, each at its slot
 * @param slots how many slots there are
 */
record InterleavedStoreFailures(Map<String, String> databases, List<String> names, int slots) implements StoreFailures {

    @Override
    public String store() {
        return "%s, each for one of %s slots"
                .formatted(names.stream().map(databases::get).collect(Collectors.joining(", ")), slots);
    }

    @Override
    public RuntimeException explain(RuntimeException failure) {
        if (failure instanceof LeafStartException) {
            return failure;
        }
        return (failure instanceof SlotRefusedException refusal)
                ? JdbcStoreFailures.refused(refusal, databases.getOrDefault(refusal.database(), refusal.database()))
                : unreachable(failure);
    }

    private LeafStartException unreachable(RuntimeException failure) {
        return new LeafStartException(
                "Leaf can reserve ids in none of its databases: %s".formatted(failure.getMessage()),
                "Check that they are up, and that the settings below leaf.databases name the right ones, with the right users and"
                        + " passwords. To start without them and reserve ids as soon as one answers, set leaf.segment.fail-fast=false.",
                failure);
    }

    @Override
    public boolean isOutage(RuntimeException failure) {
        return !(failure instanceof SlotRefusedException);
    }
}
