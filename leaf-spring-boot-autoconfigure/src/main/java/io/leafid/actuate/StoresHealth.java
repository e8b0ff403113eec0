package io.leafid.actuate;

import io.leafid.concurrent.Availability;
import io.leafid.segment.status.DatabaseStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The availability of the stores of the segment engine. Immutable.
 *
 * @param usual the store of the tags that name none
 * @param named the databases that have names
 * @param byTag the store that serves a tag
 */
record StoresHealth(
        Availability.Status usual, List<DatabaseStatus> named, Function<String, Availability.Status> byTag) {

    boolean isAnyUp() {
        return isUp(usual) || named.stream().anyMatch(each -> isUp(each.status()));
    }

    boolean areAllUp() {
        return isUp(usual) && named.stream().allMatch(each -> isUp(each.status()));
    }

    private static boolean isUp(Availability.Status store) {
        return store.state() == Availability.State.UP;
    }

    /** The state of each database by its name. */
    Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        named.forEach(each -> states.put(each.name(), each.status().state().name()));
        return states;
    }

    /** The first one that does not answer, and why. */
    String away() {
        if (!isUp(usual)) {
            return away("the store of segments", usual);
        }
        return firstAway()
                .map(each -> away("database '" + each.name() + "'", each.status()))
                .orElse("");
    }

    private Optional<DatabaseStatus> firstAway() {
        return named.stream().filter(each -> !isUp(each.status())).findFirst();
    }

    /** The consequence while ids are issued. */
    String consequence() {
        boolean othersGrant =
                isUp(usual) && firstAway().filter(each -> each.slot() != null).isPresent();
        return othersGrant ? "the other databases go on without it" : "ids come from what is reserved";
    }

    private static String away(String what, Availability.Status store) {
        if (store.state() == Availability.State.REFUSED) {
            return String.valueOf(store.reason()); // names the database and what to do
        }
        return (store.reason() == null)
                ? what + " has not answered yet"
                : "%s fails (%s)".formatted(what, store.reason());
    }

    /** Since when that is so. */
    @Nullable Object awaySince() {
        if (!isUp(usual)) {
            return usual.since();
        }
        return firstAway().map(each -> each.status().since()).orElse(null);
    }
}
