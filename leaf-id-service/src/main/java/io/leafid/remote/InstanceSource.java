package io.leafid.remote;

import java.util.List;

/** The list of the instances of the id service. Implementations are thread-safe. */
public interface InstanceSource {

    /**
     * The instances that there are, as far as is known now. May ask a registry.
     *
     * @throws RuntimeException if the registry does not answer and nothing is known
     */
    List<ServiceInstance> instances();

    /** Notes that no instance of the list has answered, so that it is worth asking for another list soon. */
    default void doubt() {}

    /** A list that never changes. */
    static InstanceSource of(List<ServiceInstance> instances) {
        List<ServiceInstance> fixed = List.copyOf(instances);
        return () -> fixed;
    }
}
