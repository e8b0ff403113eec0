package io.leafid.segment.interleaved;

import io.leafid.segment.jdbc.SlotRecord;
import io.leafid.segment.store.AllocatedSegment;

/**
 * One of the slots of an interleaved store: number {@code k} of its counters is the id {@code k * slots + slot}. Immutable.
 *
 * @param slot the slot, 0 or more and less than {@code slots}
 * @param slots how many there are
 */
record Slot(int slot, int slots) {

    Slot {
        if (slots < 1 || slots > SlotRecord.MAX_SLOTS || slot < 0 || slot >= slots) {
            throw new IllegalArgumentException("slot %s of %s: there are 1 to %s slots, and they begin at 0"
                    .formatted(slot, slots, SlotRecord.MAX_SLOTS));
        }
    }

    /** The id of a number, which is at most {@link #ceiling}. */
    long id(long number) {
        return number * slots + slot;
    }

    /** The least number whose id is at least this one. */
    long numberOf(long id) {
        return (id <= slot) ? 0 : (id - slot - 1) / slots + 1;
    }

    boolean owns(long id) {
        return id % slots == slot;
    }

    /** The highest number that has an id below 2⁶³, which may be the end of a range. */
    long ceiling() {
        return (Long.MAX_VALUE - slot) / slots;
    }

    /** The ids of numbers that were allocated. */
    AllocatedSegment ids(AllocatedSegment numbers) {
        return new AllocatedSegment(id(numbers.first()), id(numbers.end()), slots, numbers.configuredStep());
    }

    @Override
    public String toString() {
        return "slot " + slot + " of " + slots;
    }
}
