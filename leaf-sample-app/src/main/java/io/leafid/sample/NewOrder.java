package io.leafid.sample;

import org.jspecify.annotations.Nullable;

/**
 * The request of a customer.
 *
 * @param item what is ordered, 1 to 200 characters
 * @param quantity how many, 1 to 1000; 1 if absent
 */
record NewOrder(@Nullable String item, @Nullable Integer quantity) {}
