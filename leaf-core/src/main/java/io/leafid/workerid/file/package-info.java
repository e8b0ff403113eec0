/**
 * Internal. What an instance keeps on its own disk: the local mark beside a registry, and the whole registry of the mode
 * {@code local}.
 */
@NullMarked
package io.leafid.workerid.file;

import org.jspecify.annotations.NullMarked;
