package io.leafid.autoconfigure.remote;

import io.leafid.remote.ServiceInstance;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * The discovery by Spring Cloud's {@code DiscoveryClient}. Immutable.
 *
 * @param client the client
 * @param zoneKey key of the zone in the metadata of instances
 * @param basePath path that the API is below
 */
record CloudDiscovery(DiscoveryClient client, String zoneKey, String basePath) implements Discovery {

    @Override
    public List<ServiceInstance> find(String service) {
        return client.getInstances(service).stream().map(this::instance).toList();
    }

    private ServiceInstance instance(org.springframework.cloud.client.ServiceInstance found) {
        Map<String, String> metadata = Objects.requireNonNullElse(found.getMetadata(), Map.of());
        String zone = Objects.requireNonNullElse(metadata.get(zoneKey), "");
        return new ServiceInstance(found.getUri() + basePath, zone.replaceAll("\\p{Cntrl}", ""));
    }
}
