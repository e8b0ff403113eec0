package io.leafid.autoconfigure.properties;

import io.leafid.remote.RemoteSettings;
import io.leafid.settings.Ranges;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Id service from which ranges are allocated instead of from a database. Immutable.
 *
 * @param services URLs of its instances, each with its zone behind a # if it has one, such as http://10.0.1.7:8080#east; or one name,
 * which Spring Cloud's DiscoveryClient resolves.
 * @param zone Zone of this process; instances of the same zone are asked first.
 * @param zoneKey Key of the zone in the metadata of instances that are discovered.
 * @param basePath Path that the API of discovered instances is below; their leaf.web.base-path.
 * @param connectTimeout How long to wait for a connection to an instance.
 * @param readTimeout How long to wait for the answer of an instance.
 * @param backOff How long an instance that failed is left alone while others answer.
 * @param refreshInterval How often instances are discovered anew.
 * @param sslBundle SSL bundle for the connections, from spring.ssl.bundle; it can carry a certificate of this process.
 */
public record RemoteProperties(
        @DefaultValue List<String> services,
        @Nullable String zone,
        @DefaultValue("zone") String zoneKey,
        @DefaultValue("") String basePath,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("2s") Duration readTimeout,
        @DefaultValue("10s") Duration backOff,
        @DefaultValue("30s") Duration refreshInterval,
        @Nullable String sslBundle) {

    public RemoteProperties {
        services = PropertyText.entries(services);
        zone = PropertyText.orNull(zone);
        sslBundle = PropertyText.orNull(sslBundle);
        Ranges.check()
                .positive("connectTimeout", connectTimeout)
                .positive("readTimeout", readTimeout)
                .positive("backOff", backOff)
                .positive("refreshInterval", refreshInterval)
                .require(
                        basePath.isEmpty() || (basePath.startsWith("/") && !basePath.endsWith("/")),
                        "basePath",
                        basePath,
                        "must begin with a slash and end without one, or be empty",
                        "Set {basePath}=/ids, for example.")
                .orThrow();
    }

    /** Returns whether segments come from an id service. */
    public boolean isUsed() {
        return !services.isEmpty();
    }

    /** The name by which instances are discovered; {@code null} if their URLs are given. */
    public @Nullable String logicalName() {
        return (services.size() == 1 && !isUrl(services.get(0))) ? services.get(0) : null;
    }

    /**
     * The settings of the store of a client.
     *
     * @param service the name of the service, the same in every run
     * @param budget how long one call may go on from instance to instance
     * @return the settings
     */
    public RemoteSettings settings(String service, Duration budget) {
        return new RemoteSettings(service, (zone == null) ? "" : zone, backOff, budget);
    }

    static boolean isUrl(String service) {
        return service.contains("://");
    }
}
