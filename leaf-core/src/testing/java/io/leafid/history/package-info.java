/** Histories of calls that processes write down, and what must hold in them. */
@NullMarked
package io.leafid.history;

import org.jspecify.annotations.NullMarked;
