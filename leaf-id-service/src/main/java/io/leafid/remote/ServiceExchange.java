package io.leafid.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Sends a request to an instance and brings its reply. Implementations are thread-safe, and end by themselves. */
interface ServiceExchange {

    /**
     * Sends a request once.
     *
     * @param <R> what is made of the reply
     * @param reading reads the reply while it comes
     * @throws InstanceException if no whole reply has come; whether the request was carried out is not known
     */
    <R> R send(ServiceInstance instance, ServiceRequest request, Reading<R> reading);

    /** Sends a request once, whose reply is short. */
    default ServiceReply send(ServiceInstance instance, ServiceRequest request) {
        return send(instance, request, ServiceExchange::whole);
    }

    /** The whole of a reply that concerns one tag. */
    static ServiceReply whole(int status, InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(ServiceReply.MAX_BYTES + 1);
        if (bytes.length > ServiceReply.MAX_BYTES) {
            throw new IOException("the reply has more than %s bytes".formatted(ServiceReply.MAX_BYTES));
        }
        return new ServiceReply(status, new String(bytes, StandardCharsets.UTF_8));
    }

    /**
     * Makes something of a reply.
     *
     * @param <R> what that is
     */
    @FunctionalInterface
    interface Reading<R> {

        /** Reads the body of a reply with that status; never returns {@code null}. */
        R read(int status, InputStream body) throws IOException;
    }
}
