package io.leafid.benchmarks.http;

/**
 * Figures of a load generator.
 *
 * @param requests requests answered
 * @param perSecond the same per second
 * @param p99Millis latency that 99 of 100 did not exceed
 */
record Load(long requests, double perSecond, double p99Millis) {}
