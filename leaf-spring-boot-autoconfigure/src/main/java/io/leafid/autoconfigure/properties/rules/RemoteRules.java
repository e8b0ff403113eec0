package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.RemoteProperties;
import io.leafid.remote.ServiceInstance;
import java.util.List;

/** Rules for a client of an id service. Stateless. */
final class RemoteRules {

    private static final String SERVICES = "leaf.remote.services";

    private static final String EXAMPLE =
            "Write URLs, such as {}=http://10.0.1.7:8080#east,http://10.0.2.7:8080#west, or one name that is looked up.";

    private RemoteRules() {}

    static void check(LeafProperties properties, Problems problems) {
        RemoteProperties remote = properties.remote();
        if (!remote.isUsed()) {
            problems.require(
                    remote.zone() == null,
                    "leaf.remote.zone",
                    "has no effect without leaf.remote.services",
                    "Set leaf.remote.services too, or remove what else is set below leaf.remote.");
            return;
        }
        checkServices(remote, problems);
        for (String key : List.of("leaf.jdbc.url", "leaf.segment.url")) {
            problems.require(
                    properties.leasesInDatabase() || !problems.isSet(key),
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

    private static void checkServices(RemoteProperties remote, Problems problems) {
        String name = remote.logicalName();
        if (name != null) {
            problems.require(isName(name), SERVICES, "is neither a URL nor a name", EXAMPLE);
            return;
        }
        for (String service : remote.services()) {
            try {
                ServiceInstance.parse(service);
            } catch (IllegalArgumentException ex) {
                problems.add(SERVICES, "holds an entry that " + ex.getMessage(), EXAMPLE);
                return;
            }
        }
    }

    /** Letters, digits, dots, dashes and underscores, which all registries accept. */
    private static boolean isName(String text) {
        return text.matches("[A-Za-z0-9][A-Za-z0-9._-]*");
    }
}
