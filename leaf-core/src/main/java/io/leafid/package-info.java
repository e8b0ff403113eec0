/**
 * Public API. Distributed 64-bit ids: the generator interfaces, their exceptions and the events an operator listens to.
 */
@NullMarked
package io.leafid;

import org.jspecify.annotations.NullMarked;
