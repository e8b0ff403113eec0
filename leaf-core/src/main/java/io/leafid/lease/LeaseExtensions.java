package io.leafid.lease;

import java.time.Duration;

/**
 * Totals of the calls that were made to keep a lease, since the start. Immutable.
 *
 * @param succeeded calls that the registry answered
 * @param timeOfSucceeded how long those took together
 * @param failed calls that it did not answer
 * @param timeOfFailed how long those took together
 */
public record LeaseExtensions(long succeeded, Duration timeOfSucceeded, long failed, Duration timeOfFailed) {}
