package io.leafid.workerid;

import io.leafid.SnowflakeLayout;
import java.util.Optional;

/**
 * Record of what a namespace of worker ids was begun with: the layout of the ids, and the mode. The same worker ids under
 * another layout would mean other instants, and under another mode other owners. Immutable.
 *
 * @param layout the layout
 * @param mode the mode; empty if an earlier version began the namespace, which recorded none
 */
public record NamespaceRecord(SnowflakeLayout layout, Optional<String> mode) {

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
     * Records layout and mode in a place where none is recorded yet, and refuses others.
     *
     * @throws WorkerIdException.LayoutMismatch if another layout is recorded
     * @throws WorkerIdException.ModeMismatch if another mode is
     * @throws WorkerIdException.RegistryUnavailable if the place changes faster than it can be read
     */
    public void require(Place<?> place) {
        for (int i = 0; i < ATTEMPTS; i++) {
            if (isSettled(place)) {
                return;
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "%s changes faster than it can be read".formatted(place.name()), null);
    }

    private <T> boolean isSettled(Place<T> place) {
        Optional<T> found = place.read();
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
