package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.WorkerIdMode;
import io.leafid.workerid.WorkerIdHolder;
import java.util.Locale;

/** Explains that what a mode needs is not on the class path. Stateless. */
final class MissingHolder {

    private MissingHolder() {}

    static WorkerIdHolder fail(LeafProperties properties) {
        WorkerIdMode mode = properties.snowflake().mode();
        boolean isDatabase = mode == WorkerIdMode.MYSQL;
        throw new LeafStartException(
                "Leaf cannot lease a worker id: leaf.snowflake.mode is %s, but %s is not on the class path."
                        .formatted(mode.name().toLowerCase(Locale.ROOT), isDatabase ? "spring-boot-jdbc" : "Curator"),
                "Add %s, set leaf.snowflake.mode=local, or define a bean of type io.leafid.workerid.WorkerIdHolder."
                        .formatted(
                                isDatabase
                                        ? "org.springframework.boot:spring-boot-jdbc"
                                        : "org.apache.curator:curator-recipes"),
                null);
    }
}
