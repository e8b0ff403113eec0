/** Internal. Measures ids over HTTP beside a bare servlet in the same server; not published. */
@NullMarked
package io.leafid.benchmarks.http;

import org.jspecify.annotations.NullMarked;
