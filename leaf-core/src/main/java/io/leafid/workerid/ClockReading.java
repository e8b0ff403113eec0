package io.leafid.workerid;

import java.time.Duration;

/**
 * Distance of a running node's clock from the registry's, judged from one of its reports: the time it wrote minus the
 * registry's own time of that write. The registry's clock cancels out when two nodes are compared. Immutable.
 *
 * @param owner whose clock, as {@code host:port}
 * @param self whether it is this process's own
 * @param offset the node's time minus the registry's
 */
public record ClockReading(String owner, boolean self, Duration offset) {}
