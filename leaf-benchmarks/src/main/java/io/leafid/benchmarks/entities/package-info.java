/** Internal. Measures what ids of entities cost beside ids that the application assigns; not published. */
@NullMarked
package io.leafid.benchmarks.entities;

import org.jspecify.annotations.NullMarked;
