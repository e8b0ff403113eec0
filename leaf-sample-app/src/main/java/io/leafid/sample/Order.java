package io.leafid.sample;

import java.time.Instant;

/**
 * An order as it is stored and shown. Immutable.
 *
 * @param id the order id as text, because JavaScript loses digits of numbers above 2⁵³
 * @param paymentNumber the number that the customer pays under, as text for the same reason
 * @param item what was ordered
 * @param quantity how many
 * @param placedAt when
 */
record Order(String id, String paymentNumber, String item, int quantity, Instant placedAt) {}
