/**
 * Internal. A lease of a worker id in this process: taken at start, renewed ahead of need by the registry's thread, marked on
 * the local disk by the disk's thread, given back at the end.
 */
@NullMarked
package io.leafid.lease;

import org.jspecify.annotations.NullMarked;
