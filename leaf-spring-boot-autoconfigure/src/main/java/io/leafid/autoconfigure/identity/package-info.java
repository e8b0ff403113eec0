/**
 * Internal. The identity of this instance, and how it takes a worker id: its host, a network interface or an address, as the settings say or as
 * the machine has them; its lease, and the explanation of one that cannot be had.
 */
@NullMarked
package io.leafid.autoconfigure.identity;

import org.jspecify.annotations.NullMarked;
