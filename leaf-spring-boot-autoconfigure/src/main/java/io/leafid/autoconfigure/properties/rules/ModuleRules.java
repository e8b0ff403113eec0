package io.leafid.autoconfigure.properties.rules;

import static io.leafid.autoconfigure.properties.rules.SettingRules.accept;
import static io.leafid.autoconfigure.properties.rules.SettingRules.require;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.remote.ServiceInstance;

/** The rules for what is optional: an id service. Stateless. */
final class ModuleRules {

    private ModuleRules() {}

    static void check(LeafProperties properties) {
        if (properties.remote().isUsed()) {
            if (properties.remote().logicalName() == null) {
                properties
                        .remote()
                        .services()
                        .forEach(each -> accept("leaf.remote.services", () -> ServiceInstance.parse(each)));
            }
            require(
                    properties.uses(IdEngine.SEGMENT),
                    "leaf.remote.services",
                    "has no effect without leaf.segment.enabled",
                    "Set leaf.segment.enabled=true, or remove what is set below leaf.remote.");
            require(
                    properties.jdbc().url() == null || properties.leasesInDatabase(),
                    "leaf.jdbc.url",
                    "names a database, and leaf.remote.services an id service: ids can come from one of them only",
                    "Remove one of both.");
        }
    }
}
