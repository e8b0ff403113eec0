/** The protocol as docs/specification states it in TLA+: that it keeps what it promises, and that the code does what it says. */
@NullMarked
package io.leafid.specification;

import org.jspecify.annotations.NullMarked;
