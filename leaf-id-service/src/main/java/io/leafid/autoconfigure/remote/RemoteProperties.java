package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.LeafSettings;
import io.leafid.remote.ServiceInstance;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

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
@LeafSettings
@ConfigurationProperties("leaf.remote")
record RemoteProperties(
        @DefaultValue List<String> services,
        @Nullable String zone,
        @DefaultValue("zone") String zoneKey,
        @DefaultValue("") String basePath,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("2s") Duration readTimeout,
        @DefaultValue("10s") Duration backOff,
        @DefaultValue("30s") Duration refreshInterval,
        @Nullable String sslBundle) {

    RemoteProperties {
        services = services.stream()
                .filter(StringUtils::hasText)
                .map(String::strip)
                .toList();
        zone = StringUtils.hasText(zone) ? zone : null;
        sslBundle = StringUtils.hasText(sslBundle) ? sslBundle : null;
        requirePositive("connect-timeout", connectTimeout);
        requirePositive("read-timeout", readTimeout);
        requirePositive("back-off", backOff);
        requirePositive("refresh-interval", refreshInterval);
        require(
                basePath.isEmpty() || (basePath.startsWith("/") && !basePath.endsWith("/")),
                "base-path must begin with a slash and end without one, or be empty, but is '" + basePath + "'");
        if (services.size() != 1 || isUrl(services.get(0))) {
            services.forEach(RemoteProperties::requireUrl);
        } else { // letters, digits, dots, dashes and underscores, which all registries accept
            require(
                    services.get(0).matches("[A-Za-z0-9][A-Za-z0-9._-]*"),
                    "services is neither a URL, such as http://10.0.1.7:8080#east, nor a name that is looked up: "
                            + services.get(0));
        }
    }

    private static void requireUrl(String service) {
        try {
            ServiceInstance.parse(service);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("leaf.remote.services holds an entry that " + ex.getMessage());
        }
    }

    private static void requirePositive(String name, Duration value) {
        require(value.compareTo(Duration.ZERO) > 0, name + " must be longer than zero");
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("leaf.remote." + problem);
        }
    }

    /** The name by which instances are discovered; {@code null} if their URLs are given. */
    @Nullable String logicalName() {
        return (services.size() == 1 && !isUrl(services.get(0))) ? services.get(0) : null;
    }

    /** The name of the service: the text that is written, without the zones, which may change. */
    String serviceName() {
        return String.join(
                ", ",
                services.stream().map(url -> url.replaceAll("#.*", "")).sorted().toList());
    }

    private static boolean isUrl(String service) {
        return service.contains("://");
    }
}
