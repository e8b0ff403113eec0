/**
 * Extension point. Leases of worker ids as reservations of time: what a registry must do
 * ({@link io.leafid.workerid.WorkerIdHolder}), and the keeper that renews a lease ahead of need.
 */
@NullMarked
package io.leafid.workerid;

import org.jspecify.annotations.NullMarked;
