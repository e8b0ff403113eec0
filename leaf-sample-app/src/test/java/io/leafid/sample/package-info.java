/** The smoke tests: the sample as a user meets it. */
@NullMarked
package io.leafid.sample;

import org.jspecify.annotations.NullMarked;
