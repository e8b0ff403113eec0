/** Internal. Figures as they were measured: rounds, machine and command, kept as JSON, and where a measurement puts them. */
@NullMarked
package io.leafid.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
