package io.leafid.history;

/**
 * One call that has returned. Immutable.
 *
 * @param begun when it began, on the nano clock that all processes of a machine share
 * @param ended when it returned, on the same clock
 * @param first the smallest id that it returned
 * @param last the largest id that it returned
 */
public record CallRecord(long begun, long ended, long first, long last) {}
