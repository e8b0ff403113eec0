package io.leafid.autoconfigure.properties;

import io.leafid.remote.RemoteSettings;
import io.leafid.remote.ServiceInstance;
import io.leafid.settings.Ranges;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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
        services = services.stream()
                .filter(StringUtils::hasText)
                .map(String::strip)
                .toList();
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

    /** Whether segments come from an id service. */
    public boolean isUsed() {
        return !services.isEmpty();
    }

    /** The name by which instances are discovered; {@code null} if their URLs are given. */
    public @Nullable String logicalName() {
        return (services.size() == 1 && !isUrl(services.get(0))) ? services.get(0) : null;
    }

    /**
     * What the store of a client needs to know.
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

    /** What the settings of a client of an id service, and of the service, must be. Stateless. */
    static final class Rules {

        private static final String SERVICES = "leaf.remote.services";

        /** What registries accept for the name of a service. */
        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

        private Rules() {}

        static void check(LeafProperties properties, LeafEnvironment environment, PropertyProblems problems) {
            RemoteProperties remote = properties.remote();
            if (remote.isUsed()) {
                checkServices(remote, problems);
                checkContradictions(properties, environment, problems);
            } else {
                problems.require(
                        remote.zone() == null,
                        "leaf.remote.zone",
                        "has no effect without leaf.remote.services",
                        "Set leaf.remote.services too, or remove what else is set below leaf.remote.");
            }
        }

        private static void checkServices(RemoteProperties remote, PropertyProblems problems) {
            String example =
                    "Write URLs, such as %s=http://10.0.1.7:8080#east,http://10.0.2.7:8080#west, or one name that is"
                                    .formatted(SERVICES)
                            + " looked up.";
            String name = remote.logicalName();
            if (name != null) {
                problems.require(NAME.matcher(name).matches(), SERVICES, "is neither a URL nor a name", example);
                return;
            }
            for (String service : remote.services()) {
                try {
                    ServiceInstance.parse(service);
                } catch (IllegalArgumentException ex) {
                    problems.add(SERVICES, "holds an entry that %s".formatted(ex.getMessage()), example);
                    return;
                }
            }
        }

        /** Where ids come from must be one place: a range that was allocated in another store may be granted again. */
        private static void checkContradictions(
                LeafProperties properties, LeafEnvironment environment, PropertyProblems problems) {
            SnowflakeProperties snowflake = properties.snowflake();
            boolean databaseIsForWorkerIds = properties.uses(IdEngine.SNOWFLAKE)
                    && snowflake.mode().registry() == WorkerIdMode.Registry.DATABASE;
            for (String key : List.of("leaf.jdbc.url", "leaf.segment.url")) {
                problems.require(
                        databaseIsForWorkerIds || !environment.isSet(key),
                        key,
                        "names a database, and leaf.remote.services an id service: ids can come from one of them only",
                        "Remove leaf.jdbc.url to have ids from the service, or leaf.remote.services to have them from the database.");
            }
            problems.require(
                    properties.uses(IdEngine.SEGMENT),
                    SERVICES,
                    "has no effect without leaf.segment.enabled",
                    "Set leaf.segment.enabled=true, or remove what is set below leaf.remote.");
        }
    }
}
