package io.leafid.segment.jdbc;

/** A database that may not grant ids as it is configured, since they could be those of others. Nothing was allocated. */
public final class SlotRefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String database;
    private final String expected;
    private final String found;
    private final String remedy;

    /**
     * Makes the exception.
     *
     * @param reason what is wrong
     * @param database the name of the database; empty if it has none
     * @param expected what the configuration says
     * @param found what the database says
     * @param remedy what the operator can do
     */
    public SlotRefusedException(Reason reason, String database, String expected, String found, String remedy) {
        super("%s cannot grant ids as %s: %s; %s"
                .formatted(
                        database.isEmpty() ? "the database" : "database '" + database + "'", expected, found, remedy));
        this.reason = reason;
        this.database = database;
        this.expected = expected;
        this.found = found;
        this.remedy = remedy;
    }

    /** The problem. */
    public Reason reason() {
        return reason;
    }

    /** The name of the database. */
    public String database() {
        return database;
    }

    /** The configured slot, such as {@code slot 1 of 4}. */
    public String expected() {
        return expected;
    }

    /** The record of the database. */
    public String found() {
        return found;
    }

    /** The remedy for the operator. */
    public String remedy() {
        return remedy;
    }

    /** The problems that a slot can have. */
    public enum Reason {
        /** The database is recorded as another slot, or with another number of slots. */
        OTHER_SLOT,
        /** Two names lead to one database. */
        SAME_DATABASE,
        /** The slot belongs to another database. */
        SLOT_TAKEN,
        /** The database is a slot, and is used as if it were alone. */
        NOT_ALONE,
        /** There is no table for the record, or none of tags. */
        NO_TABLE
    }
}
