/** Internal. Measures what many tags and transactions cost a real database; not published. */
@NullMarked
package io.leafid.benchmarks.database;

import org.jspecify.annotations.NullMarked;
