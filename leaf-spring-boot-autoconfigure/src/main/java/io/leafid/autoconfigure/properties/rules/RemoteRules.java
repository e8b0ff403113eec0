package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.RemoteProperties;
import io.leafid.remote.ServiceInstance;
import java.util.List;

/** Rules for a client of an id service. Stateless. */
final class RemoteRules {

    private static final String SERVICES = "leaf.remote.services";

    private RemoteRules() {}

    static void check(LeafProperties properties, Problems problems) {
        RemoteProperties remote = properties.remote();
        if (!remote.isUsed()) {
            problems.require(remote.zone() == null, "leaf.remote.zone", "remote.unused");
            return;
        }
        String name = remote.logicalName();
        if (name == null) {
            for (String each : remote.services()) {
                problems.accept(SERVICES, "remote.services.entry", () -> ServiceInstance.parse(each));
            }
        } else { // letters, digits, dots, dashes and underscores, which all registries accept
            problems.require(name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"), SERVICES, "remote.services");
        }
        for (String key : List.of("leaf.jdbc.url", "leaf.segment.url")) {
            problems.require(properties.leasesInDatabase() || !problems.sets(key), key, "remote.database");
        }
        problems.require(properties.uses(IdEngine.SEGMENT), SERVICES, "remote.engine");
    }
}
