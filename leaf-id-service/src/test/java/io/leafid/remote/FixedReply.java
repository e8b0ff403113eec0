package io.leafid.remote;

import io.leafid.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * An exchange in which every request has the same reply.
 *
 * @param status the status
 * @param body makes the body
 */
record FixedReply(int status, Supplier<InputStream> body) implements ServiceExchange {

    FixedReply(int status, String body) {
        this(status, () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public <R> R send(ServiceInstance instance, ServiceRequest request, Reading<R> reading) {
        try (InputStream stream = body.get()) {
            return reading.read(status, stream);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
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
