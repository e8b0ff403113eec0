/**
 * Public API. Texts made of ids, such as invoice numbers: their pattern, the period in which their counter begins anew, and the way back.
 */
@NullMarked
package io.leafid.textid;

import org.jspecify.annotations.NullMarked;
