/** Internal. Measures what many tags, nodes and transactions cost a real database and each other; not published. */
@NullMarked
package io.leafid.benchmarks.database;

import org.jspecify.annotations.NullMarked;
