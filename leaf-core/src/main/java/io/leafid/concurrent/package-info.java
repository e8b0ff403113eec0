/**
 * Internal. What engines share among threads: a padded number, availability, the delivery of events. Only the
 * {@link io.leafid.concurrent.Availability.Status} of a store is shown outside.
 */
@NullMarked
package io.leafid.concurrent;

import org.jspecify.annotations.NullMarked;
