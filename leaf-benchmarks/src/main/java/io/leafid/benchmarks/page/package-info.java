/** Internal. The tables of docs/proof/benchmarks.md, made of raw figures. */
@NullMarked
package io.leafid.benchmarks.page;

import org.jspecify.annotations.NullMarked;
