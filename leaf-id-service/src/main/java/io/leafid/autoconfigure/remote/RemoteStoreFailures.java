package io.leafid.autoconfigure.remote;

import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.remote.IdServiceException;
import io.leafid.remote.ServiceTrouble;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Explains why an id service fails at start. Immutable.
 *
 * @param store the store, for messages
 * @param isDiscovered whether its instances come from a registry
 */
public record RemoteStoreFailures(String store, boolean isDiscovered) implements StoreFailures {

    private static final List<String> KEYS =
            List.of("leaf.remote.services", "leaf.remote.base-path", "leaf.remote.ssl-bundle");

    private static final String REFUSED =
            "It has answered, and refuses this: change it there, or name another service in leaf.remote.services.";

    private static final String STARTER = "org.springframework.boot:spring-boot-starter-restclient";

    @Override
    public RuntimeException explain(RuntimeException failure) {
        if (!(failure instanceof IdServiceException) && !(failure instanceof SegmentUnavailableException)) {
            return failure;
        }
        return new LeafStartException(
                "Leaf cannot reserve ids: %s cannot be used: %s".formatted(store, failure.getMessage()),
                advice(failure) + " With leaf.segment.fail-fast=false this application starts without it.",
                failure,
                KEYS);
    }

    private String advice(@Nullable Throwable failure) {
        if (failure instanceof IdServiceException known) {
            return advice(known.trouble());
        }
        if (failure == null) {
            return REFUSED;
        }
        boolean isSilence = failure instanceof TimeoutException || failure instanceof InterruptedException;
        return isSilence ? adviceOnSilence() : advice(failure.getCause());
    }

    /** Nothing has said what does not answer; the instances may not even be known. */
    private String adviceOnSilence() {
        String away = advice(ServiceTrouble.AWAY);
        return isDiscovered ? away + " " + advice(ServiceTrouble.REGISTRY) : away;
    }

    private static String advice(ServiceTrouble trouble) {
        return switch (trouble) {
            case AWAY ->
                "Check that it is up, that leaf.web.enabled and leaf.web.segments.enabled are true there, and that"
                        + " leaf.remote.services names it.";
            case CREDENTIALS ->
                "It asks for credentials, or the user whose credentials are sent lacks a role: let a RestClient.Builder marked with"
                        + " @LeafRestClient send those of a user that may use /api/segments.";
            case CERTIFICATE ->
                "One side does not accept the other's certificate: the truststore of leaf.remote.ssl-bundle must know that of the"
                        + " service, whose host leaf.remote.services must name, and its keystore must hold one that the service knows"
                        + " where it asks for one.";
            case REDIRECT ->
                "Name the service itself in leaf.remote.services. A page to log in means that credentials are missing: let a"
                        + " RestClient.Builder marked with @LeafRestClient send them.";
            case REGISTRY ->
                "Check that the registry of instances can be reached and lists the service under the name in leaf.remote.services.";
        };
    }

    static LeafStartException missingLibrary() {
        return new LeafStartException(
                "Leaf cannot call an id service: leaf.remote.services is set, but spring-boot-restclient is not on the class path.",
                "Add %s.".formatted(STARTER),
                null,
                KEYS);
    }

    static LeafStartException missingDiscovery(String name) {
        return new LeafStartException(
                "Leaf cannot find the instances of the id service: leaf.remote.services=%s is no URL, and nothing in this"
                                .formatted(name)
                        + " application discovers services.",
                "Write URLs, such as leaf.remote.services=http://10.0.1.7:8080,http://10.0.2.7:8080, or add a starter with a"
                        + " DiscoveryClient, such as org.springframework.cloud:spring-cloud-starter-zookeeper-discovery.",
                null,
                KEYS);
    }
}
