package io.leafid.remote;

import java.time.Duration;

/**
 * The settings of a client of an id service. Immutable.
 *
 * @param service the name of the service, the same in every run
 * @param zone the zone of this process, whose instances are asked first; empty if none is nearer than others
 * @param backOff how long an instance rests that has failed
 * @param budget how long one call goes on from instance to instance; the attempt under way then is the last
 */
public record RemoteSettings(String service, String zone, Duration backOff, Duration budget) {}
