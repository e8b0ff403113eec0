package io.leafid.data.property;

/** The columns of entities' keys, with which the ids of their tags are compared; a bean only where that is wanted. Thread-safe. */
@FunctionalInterface
public interface KeyColumns {

    /** Takes a key of a table, whose ids have this tag. */
    void add(String tag, String table, String column);
}
