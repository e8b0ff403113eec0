package io.leafid.segment.jdbc;

/**
 * A record that a database keeps about slots. Immutable.
 *
 * @param own whether it is about the database itself, or about another one that grants ids beside it
 * @param slot the slot of the database that it is about
 * @param slots how many slots there are
 * @param databaseId what tells the database that it is about from every other one; drawn at random when it became a slot
 */
public record SlotRecord(boolean own, int slot, int slots, String databaseId) {

    /** The most slots. */
    public static final int MAX_SLOTS = 1024;

    /** The subject of the record, unique within a table: the database itself, or the slot of another one. */
    public String entry() {
        return own ? "own" : "slot " + slot;
    }
}
