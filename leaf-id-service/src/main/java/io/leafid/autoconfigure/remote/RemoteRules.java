package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import java.util.List;

/** The rules that leaf.remote.services keeps with other settings. */
final class RemoteRules {

    private static final String SERVICES = "leaf.remote.services";

    private RemoteRules() {}

    /**
     * Checks them.
     *
     * @throws LeafStartException if one is broken
     */
    static RemoteRules check(LeafProperties properties) {
        if (!properties.uses(IdEngine.SEGMENT)) {
            throw broken(
                    SERVICES + " has no effect without leaf.segment.enabled.",
                    "Set leaf.segment.enabled=true, or remove what is set below leaf.remote.");
        }
        if (properties.jdbc().url() != null && !properties.leasesInDatabase()) {
            throw broken(
                    "leaf.jdbc.url names a database, and leaf.remote.services an id service: ids can come from one of them only.",
                    "Remove leaf.jdbc.url to have ids from the service, or leaf.remote.services to have them from the database.");
        }
        return new RemoteRules();
    }

    private static LeafStartException broken(String problem, String remedy) {
        return new LeafStartException(problem, remedy, null, List.of(SERVICES));
    }
}
