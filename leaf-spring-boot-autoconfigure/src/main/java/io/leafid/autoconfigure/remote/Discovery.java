package io.leafid.autoconfigure.remote;

import io.leafid.remote.ServiceInstance;
import java.util.List;

/** Looks up the instances of a service by its name. Implementations are thread-safe. */
@FunctionalInterface
interface Discovery {

    /** The instances that are registered now; may block, and throws if the registry does not answer. */
    List<ServiceInstance> find(String service);
}
