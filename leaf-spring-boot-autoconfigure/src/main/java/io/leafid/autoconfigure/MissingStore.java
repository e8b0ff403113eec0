package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.segment.SegmentStore;

/** Explains that nothing on the class path can keep segments. Stateless. */
final class MissingStore {

    private MissingStore() {}

    static SegmentStore fail() {
        throw new LeafStartException(
                "Leaf has nowhere to reserve ids: leaf.segment.enabled is true, but spring-boot-jdbc is not on the class"
                        + " path and there is no bean of type io.leafid.segment.SegmentStore.",
                "Depend on io.leafid:leaf-spring-boot-starter, or on org.springframework.boot:spring-boot-jdbc, or define"
                        + " a bean of type io.leafid.segment.SegmentStore.",
                null);
    }
}
