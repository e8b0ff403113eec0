/** Public API. The contracts that every {@link io.leafid.workerid.WorkerIdHolder} keeps, and a registry in memory that keeps them. */
@NullMarked
package io.leafid.test.workerid;

import org.jspecify.annotations.NullMarked;
