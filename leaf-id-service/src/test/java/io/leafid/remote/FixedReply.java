package io.leafid.remote;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.List;

/**
 * An exchange in which every request has the same reply.
 *
 * @param status the status
 * @param body the body
 */
record FixedReply(int status, String body) implements ServiceExchange {

    @Override
    public ServiceReply send(ServiceInstance instance, ServiceRequest request) {
        return new ServiceReply(status, body);
    }

    /** A store whose one instance answers so; its token is "t". */
    RemoteSegmentStore store() {
        TimeSource time = TimeSource.system();
        InstanceSource instances = InstanceSource.of(List.of(new ServiceInstance("http://localhost:1", "")));
        InstanceChoice choice = new InstanceChoice("", Duration.ofSeconds(1), 0, time);
        return new RemoteSegmentStore(
                "ids", new InstanceCalls(instances, choice, Duration.ofSeconds(1), time), this, this, () -> "t");
    }
}
