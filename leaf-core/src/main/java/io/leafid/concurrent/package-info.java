/** Internal. What engines share among threads: a padded number, availability, the delivery of events. */
@NullMarked
package io.leafid.concurrent;

import org.jspecify.annotations.NullMarked;
