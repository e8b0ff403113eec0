/**
 * Internal. Who this instance is: its host, a network interface or an address, as the settings say or as the machine has them.
 */
@NullMarked
package io.leafid.autoconfigure.identity;

import org.jspecify.annotations.NullMarked;
