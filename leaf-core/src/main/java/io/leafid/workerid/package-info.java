/**
 * Extension point. Registries of worker ids ({@link io.leafid.workerid.WorkerIdHolder}): what each has to guarantee, and what
 * is asked of it and answered by it.
 */
@NullMarked
package io.leafid.workerid;

import org.jspecify.annotations.NullMarked;
