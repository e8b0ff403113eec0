package io.leafid.remote;

/** Sends a request to an instance and brings its reply. Implementations are thread-safe, and end by themselves. */
interface ServiceExchange {

    /**
     * Sends a request once.
     *
     * @throws InstanceException if no whole reply has come; whether the request was carried out is not known
     */
    ServiceReply send(ServiceInstance instance, ServiceRequest request);
}
