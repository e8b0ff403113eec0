package io.leafid.autoconfigure.remote;

import io.leafid.PrintableText;
import io.leafid.remote.ServiceInstance;
import io.leafid.text.SecretRedactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * The discovery by Spring Cloud's {@code DiscoveryClient}. An instance whose URL could not be configured is passed over, since the process that
 * registers it would else say where credentials go. Thread-safe.
 */
final class CloudDiscovery {

    private static final Logger logger = LoggerFactory.getLogger(CloudDiscovery.class);

    private final DiscoveryClient client;
    private final String zoneKey;
    private final String basePath;

    /** The last message about instances that are passed over, which each look-up would repeat. */
    private volatile String complaint = "";

    /**
     * Makes a discovery.
     *
     * @param client the client
     * @param zoneKey key of the zone in the metadata of instances
     * @param basePath path that the API is below
     */
    CloudDiscovery(DiscoveryClient client, String zoneKey, String basePath) {
        this.client = client;
        this.zoneKey = zoneKey;
        this.basePath = basePath;
    }

    /** The instances that are registered now; may block, and throws if the registry does not answer. */
    List<ServiceInstance> find(String service) {
        List<ServiceInstance> instances = new ArrayList<>();
        TreeSet<String> problems = new TreeSet<>();
        for (org.springframework.cloud.client.ServiceInstance found : client.getInstances(service)) {
            String url = found.getUri() + basePath;
            try {
                instances.add(ServiceInstance.of(url, zoneOf(found)));
            } catch (IllegalArgumentException ex) {
                problems.add("%s %s".formatted(PrintableText.of(SecretRedactor.redact(url)), ex.getMessage()));
            }
        }
        complain(String.join("; ", problems));
        return instances;
    }

    private String zoneOf(org.springframework.cloud.client.ServiceInstance found) {
        Map<String, String> metadata = Objects.requireNonNullElse(found.getMetadata(), Map.of());
        return Objects.requireNonNullElse(metadata.get(zoneKey), "").replaceAll("\\p{Cntrl}", "");
    }

    private void complain(String problems) {
        if (!problems.equals(complaint) && !problems.isEmpty()) {
            logger.warn("registered instances of the id service are passed over: {}", problems);
        }
        complaint = problems;
    }
}
