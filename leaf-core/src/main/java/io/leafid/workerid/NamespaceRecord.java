package io.leafid.workerid;

import io.leafid.SnowflakeLayout;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of what a namespace of worker ids was begun with: the layout of the ids, and the mode. The same worker ids under
 * another layout would mean other instants, and under another mode other owners. Immutable.
 *
 * @param layout the layout
 * @param mode the mode; empty if an earlier version began the namespace, which recorded none
 */
public record NamespaceRecord(SnowflakeLayout layout, Optional<String> mode) {

    private static final Logger logger = LoggerFactory.getLogger(NamespaceRecord.class);

    private static final String SEPARATOR = "/";
    private static final int NUMBERS = 4;
    private static final int ATTEMPTS = 5;

    /** A record with a mode. */
    public static NamespaceRecord of(SnowflakeLayout layout, String mode) {
        return new NamespaceRecord(layout, Optional.of(mode));
    }

    /** Reads one line such as {@code 1288834974657/41/10/12/zk_recycle}; empty if it is none. */
    public static Optional<NamespaceRecord> parse(String text) {
        String[] parts = text.split(SEPARATOR, NUMBERS + 1);
        if (parts.length < NUMBERS) {
            return Optional.empty();
        }
        Optional<String> mode = (parts.length > NUMBERS) ? Optional.of(parts[NUMBERS]) : Optional.empty();
        return LayoutNumbers.parse(parts[0], String.join(SEPARATOR, parts[1], parts[2], parts[3]), SEPARATOR)
                .flatMap(LayoutNumbers::layout)
                .map(layout -> new NamespaceRecord(layout, mode));
    }

    /** The record as one line. */
    public String text() {
        LayoutNumbers numbers = LayoutNumbers.of(layout);
        String line = numbers.epochMillis() + SEPARATOR + numbers.bits(SEPARATOR);
        return mode.map(name -> line + SEPARATOR + name).orElse(line);
    }

    /**
     * Records layout and mode in a place where none is recorded, and refuses others.
     *
     * @param request what is asked for: where nothing is recorded, running nodes may have to put it back first
     * @return what was found there; empty if nothing was, which is recorded now
     * @throws WorkerIdException.LayoutMismatch if another layout is recorded
     * @throws WorkerIdException.ModeMismatch if another mode is
     * @throws WorkerIdException.Unsettled if nothing is recorded, but may have been
     * @throws WorkerIdException.RegistryUnavailable if the place changes faster than it can be read
     */
    public <T> Optional<T> require(Place<T> place, LeaseRequest request) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<T> found = place.read();
            if (found.isEmpty()) {
                requireSettled(place, request, request.period().missing().toMillis(), true);
            }
            if (isSettled(place, found)) {
                return found;
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "%s changes faster than it can be read".formatted(place.name()), null);
    }

    /**
     * Requires that a worker id without a record may be taken. Records that turn out to be missing are noted in the place, so that all wait
     * from then on for the nodes that run to put theirs back.
     *
     * @param found what is in the place
     * @param ageMillis how old that is, by the registry's clock; negative if that stepped back since
     * @param isComplete whether all worker ids have their record that ever had one, as far as the place knows
     * @throws WorkerIdException.Unsettled if nodes that run may not have put back yet what was deleted
     */
    public <T> void requireSettled(Place<T> place, T found, long ageMillis, boolean isComplete, LeaseRequest request) {
        boolean isKnown = isComplete || request.isSettled();
        if (!isKnown) {
            boolean unused = place.replace(found, this); // else it was deleted, or written to, since it was read
        }
        requireSettled(place, request, isKnown ? ageMillis : 0, false);
    }

    private static void requireSettled(Place<?> place, LeaseRequest request, long ageMillis, boolean isMissing) {
        Duration left = request.unsettledFor(ageMillis);
        if (!left.isZero() && !place.isNew()) {
            throw new WorkerIdException.Unsettled(place.name(), left, isMissing);
        }
    }

    private <T> boolean isSettled(Place<T> place, Optional<T> found) {
        if (found.isEmpty()) {
            return place.create(this);
        }
        NamespaceRecord recorded = place.recordOf(found.get());
        if (!recorded.layout.equals(layout)) {
            throw new WorkerIdException.LayoutMismatch(place.namespace(), recorded.layout, layout);
        }
        if (recorded.mode.isEmpty()) {
            return place.replace(found.get(), this);
        }
        if (!recorded.mode.equals(mode)) {
            throw new WorkerIdException.ModeMismatch(place.name(), recorded.mode.get(), mode.orElse("?"));
        }
        return true;
    }

    /** Puts the record back that was deleted under this node. */
    public void putBack(Place<?> place) {
        if (place.read().isEmpty() && place.create(this)) {
            logger.warn("{} was deleted under running nodes, and has been put back", place.name());
        }
    }

    /**
     * The place in a registry that holds the record: a node, or a row.
     *
     * @param <T> what is read there
     */
    public interface Place<T> {

        /** The namespace, for messages. */
        String namespace();

        /** The place itself, for messages: an operator who changes the mode on purpose deletes it. */
        String name();

        /** What is there. */
        Optional<T> read();

        /** Whether it is known that nothing was ever recorded in the namespace, and so nothing deleted. */
        default boolean isNew() {
            return false;
        }

        /**
         * The record in what was read.
         *
         * @throws WorkerIdException.BadAssignment if it holds none
         */
        NamespaceRecord recordOf(T found);

        /** Writes the record if nothing is there; returns whether it did. */
        boolean create(NamespaceRecord wanted);

        /** Writes the record if the place is as it was read; returns whether it did. */
        boolean replace(T found, NamespaceRecord wanted);
    }
}
