package io.leafid.sample;

import java.time.Instant;

/**
 * An order as it is stored and shown. Immutable.
 *
 * @param id the order id as text, because JavaScript loses digits of numbers above 2⁵³
 * @param item what was ordered
 * @param quantity how many
 * @param placedAt when
 */
record Order(String id, String item, int quantity, Instant placedAt) {}
