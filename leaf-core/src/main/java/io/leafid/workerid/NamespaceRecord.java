package io.leafid.workerid;

import io.leafid.SnowflakeLayout;
import io.leafid.text.Digits;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of what a namespace of worker ids was begun with: the layout of the ids, and the mode. The same worker ids under
 * another layout would mean other instants, and under another mode other owners. Immutable.
 *
 * @param layout the layout
 * @param mode the mode
 * @param floorMillis no id of an earlier millisecond may be issued by nodes that start from then on; 0 if any may
 */
public record NamespaceRecord(SnowflakeLayout layout, String mode, long floorMillis) {

    private static final Logger logger = LoggerFactory.getLogger(NamespaceRecord.class);

    private static final String SEPARATOR = "/";
    private static final int NUMBERS = 4;
    private static final int ATTEMPTS = 5;
    private static final int MAX_DIGITS = 18;

    /** A record without a floor. */
    public NamespaceRecord(SnowflakeLayout layout, String mode) {
        this(layout, mode, 0);
    }

    /** The record that a request asks for, in a mode. */
    public static NamespaceRecord of(LeaseRequest request, String mode) {
        return new NamespaceRecord(request.layout(), mode, request.ids().floorMillis());
    }

    /** Reads one line such as {@code 1288834974657/41/10/12/zk_recycle}, with a floor at its end if there is one; empty if it is none. */
    public static Optional<NamespaceRecord> parse(String text) {
        String[] parts = text.split(SEPARATOR, NUMBERS + 2);
        if (parts.length <= NUMBERS) {
            return Optional.empty();
        }
        OptionalLong floor =
                (parts.length > NUMBERS + 1) ? Digits.parse(parts[NUMBERS + 1], MAX_DIGITS) : OptionalLong.of(0);
        if (floor.isEmpty()) {
            return Optional.empty();
        }
        return LayoutNumbers.parse(parts[0], String.join(SEPARATOR, parts[1], parts[2], parts[3]), SEPARATOR)
                .flatMap(LayoutNumbers::layout)
                .map(layout -> new NamespaceRecord(layout, parts[NUMBERS], floor.getAsLong()));
    }

    /** The record as one line. */
    public String text() {
        LayoutNumbers numbers = LayoutNumbers.of(layout);
        String floor = (floorMillis == 0) ? "" : SEPARATOR + floorMillis;
        return numbers.epochMillis() + SEPARATOR + numbers.bits(SEPARATOR) + SEPARATOR + mode + floor;
    }

    /** Records layout and mode in a place, as {@link #require} does, for a request. */
    public <T> Begun<T> begin(Place<T> place, LeaseRequest request) {
        T found = require(place);
        NamespaceRecord joined = joined(place, Optional.of(found));
        return new Begun<>(place, found, joined, request.notBefore(joined.floorMillis));
    }

    /**
     * Records layout and mode in a place where none is recorded, and refuses others.
     *
     * @return what is there
     * @throws WorkerIdException.LayoutMismatch if another layout is recorded
     * @throws WorkerIdException.ModeMismatch if another mode is
     * @throws WorkerIdException.RegistryUnavailable if the place changes faster than it can be read
     */
    <T> T require(Place<T> place) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<T> found = place.read();
            if (found.isEmpty()) {
                boolean unused = place.create(this); // else another was faster
            } else if (isRecorded(place, found.get())) {
                return found.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "%s changes faster than it can be read".formatted(place.name()), null);
    }

    /**
     * Requires that a worker id without a record may be taken. Records that turn out to be missing are noted in the place, so that all wait
     * from then on for the nodes that run to put theirs back. So is a record that is ahead of the registry's clock, which does not tell its age.
     *
     * @param found what is in the place
     * @param ageMillis how old that is, by the registry's clock; negative if that stepped back since
     * @param isComplete whether all worker ids have their record that ever had one, as far as the place knows
     * @throws WorkerIdException.Unsettled if nodes that run may not have put back yet what was deleted
     */
    public <T> void requireSettled(Place<T> place, T found, long ageMillis, boolean isComplete, LeaseRequest request) {
        boolean isKnown = request.isSettled() || (isComplete && (ageMillis >= 0 || place.isNew()));
        if (!isKnown) {
            boolean unused = place.replace(found, this); // else it was deleted, or written to, since it was read
        }
        requireSettled(place, request, isKnown ? ageMillis : 0);
    }

    private static void requireSettled(Place<?> place, LeaseRequest request, long ageMillis) {
        Duration left = request.unsettledFor(ageMillis);
        if (!left.isZero() && !place.isNew()) {
            throw new WorkerIdException.Unsettled(place.name(), left);
        }
    }

    private <T> boolean isRecorded(Place<T> place, T found) {
        NamespaceRecord recorded = place.recordOf(found);
        requireSame(place, recorded);
        return recorded.floorMillis >= floorMillis || place.replace(found, from(recorded.floorMillis));
    }

    /**
     * Refuses another layout or mode in the place, and a floor that is too far ahead. Writes nothing.
     *
     * @return the request, with the floor of all
     * @throws WorkerIdException as {@link #require} would
     */
    public <T> LeaseRequest look(Place<T> place, LeaseRequest request) {
        Optional<T> found = place.read();
        found.map(place::recordOf).ifPresent(recorded -> requireSame(place, recorded));
        LeaseRequest joined = request.notBefore(joined(place, found).floorMillis());
        WorkerIdLease unused = joined.lease(0, 0);
        return joined;
    }

    private void requireSame(Place<?> place, NamespaceRecord recorded) {
        if (!recorded.layout.equals(layout)) {
            throw new WorkerIdException.LayoutMismatch(place.namespace(), recorded.layout, layout, place.apart());
        }
        if (!recorded.mode.equals(mode)) {
            throw new WorkerIdException.ModeMismatch(place.name(), recorded.mode, mode, place.apart());
        }
    }

    /** The same record with a floor that is at least this. */
    private NamespaceRecord from(long otherMillis) {
        return new NamespaceRecord(layout, mode, Math.max(floorMillis, otherMillis));
    }

    /** This record as it holds in a place, where another node may have recorded a higher floor. */
    public <T> NamespaceRecord joined(Place<T> place, Optional<T> found) {
        return found.map(place::recordOf)
                .map(recorded -> from(recorded.floorMillis))
                .orElse(this);
    }

    private <T> boolean isBegunAnew(Place<T> place, T found, LeaseRequest request) {
        try {
            requireSame(place, place.recordOf(found));
            return false;
        } catch (WorkerIdException ex) { // another layout or mode, or what cannot be read
            return !request.unsettledFor(place.ageMillis(found)).isZero();
        }
    }

    /**
     * The record that a request begins with, as it was found in its place. Immutable.
     *
     * @param <T> what is read there
     * @param place the place
     * @param found what was read
     * @param record what that says, and the request
     * @param request the request, with the floor of all
     */
    public record Begun<T>(Place<T> place, T found, NamespaceRecord record, LeaseRequest request) {

        /**
         * Requires that the record is old enough: in its place another may have been deleted, which nodes that run put back.
         *
         * @throws WorkerIdException.Unsettled if it is not
         */
        public void requireSettled() {
            record.requireSettled(place, found, place.ageMillis(found), true, request);
        }

        /**
         * Puts the record back that was deleted under this node, also where a start has begun another one in its place, which is too young
         * for anything to rest on it.
         */
        public void putBack() {
            Optional<T> now = place.read();
            boolean isBack = now.map(other -> record.isBegunAnew(place, other, request) && place.replace(other, record))
                    .orElseGet(() -> place.create(record));
            if (isBack) {
                logger.warn("{} was deleted under running nodes, and has been put back", place.name());
            }
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

        /** The part of the configuration that names another namespace. */
        default WorkerIdComponent apart() {
            return WorkerIdComponent.NAME;
        }

        /** The record that is there. */
        Optional<T> read();

        /** Returns whether it is known that nothing was ever recorded in the namespace, and so nothing deleted. */
        default boolean isNew() {
            return false;
        }

        /** The time since that was written, by the registry's clock; negative if that stepped back since. */
        long ageMillis(T found);

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
