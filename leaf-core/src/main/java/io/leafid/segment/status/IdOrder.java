package io.leafid.segment.status;

/** The calls among which the ids of a tag grow. */
public enum IdOrder {
    /** Those of one node: ids come from memory. */
    NODE,
    /** Those of all nodes: a call that begins after another one returned, on any node, gets a larger id. */
    GLOBAL
}
