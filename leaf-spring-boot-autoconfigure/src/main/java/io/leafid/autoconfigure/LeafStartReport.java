package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.actuate.LeafView;
import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.autoconfigure.identity.WorkerIdFailures;
import io.leafid.autoconfigure.identity.WorkerIdFailures.Alone;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.concurrent.Availability;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.workerid.NodeIdentity;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Writes one line at the end of a good start: what is on, where ids are reserved and who this instance is. Warns when ids are wanted
 * over HTTP and cannot be served. Immutable. No record: Spring puts listeners into a set, and the hash of all settings took 15 ms of each start.
 */
final class LeafStartReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = LoggerFactory.getLogger(LeafStartReport.class);

    private static final String NO_ENGINE =
            "leaf.web.enabled is true, but no engine is on, so no ids are served over HTTP; set"
                    + " leaf.segment.enabled=true or leaf.snowflake.enabled=true, or remove leaf.web.enabled";

    private static final String NO_SERVER =
            "leaf.web.enabled is true, but this application has no web server, so no ids are"
                    + " served over HTTP; add org.springframework.boot:spring-boot-starter-webmvc, or remove leaf.web.enabled";

    /** The beginning of the names of the beans that serve ids over HTTP. */
    private static final String API = "leafIdController";

    private final ApplicationContext context;
    private final LeafProperties properties;

    LeafStartReport(ApplicationContext context, LeafProperties properties) {
        this.context = context;
        this.properties = properties;
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext().equals(context)) { // children report to their parents too
            report();
        }
    }

    private void report() {
        String segment = segment();
        String snowflake = snowflake();
        if (segment != null || snowflake != null) {
            String engines = (segment == null || snowflake == null)
                    ? Objects.requireNonNullElse(segment, snowflake)
                    : segment + "; " + snowflake;
            String http = isServed()
                    ? "; over HTTP below %s/api".formatted(properties.web().basePath())
                    : "";
            String name = new LeafEnvironment(context.getEnvironment()).nameOf(properties);
            logger.info("Leaf{}: {}{}", (name == null) ? "" : " '" + name + "'", engines, http);
        }
        boolean isOff = segment == null
                && snowflake == null
                && context.getBeanNamesForType(IdGenerator.class, true, false).length == 0;
        String place = isOff ? new LeafEnvironment(context.getEnvironment()).place() : null;
        if (place != null) {
            logger.warn(
                    "{} is set, but no engine is on, so no ids are issued; set leaf.segment.enabled=true or leaf.snowflake.enabled=true. In a leaf.properties of the original a missing leaf.segment.enable or leaf.snowflake.enable counts as false",
                    place);
        } else {
            reportMissingHttp(isOff);
        }
    }

    private void reportMissingHttp(boolean isOff) {
        if (properties.isWeb() && !isServed()) {
            logger.warn(isOff ? NO_ENGINE : NO_SERVER);
        }
    }

    private boolean isServed() {
        for (String bean : context.getBeanDefinitionNames()) {
            if (bean.startsWith(API)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String segment() {
        SegmentIdGenerator engine = LeafView.unlessMocked(bean(SegmentIdGenerator.class));
        if (engine == null) {
            return null;
        }
        StoreFailures known = bean(StoreFailures.class);
        String store = (known == null) ? "a store of the application" : known.store();
        boolean isDown = engine.storeStatus().state() == Availability.State.DOWN;
        return "segment ids from %s%s".formatted(store, isDown ? ", which does not answer yet" : "");
    }

    private @Nullable String snowflake() {
        SnowflakeIdGenerator engine = LeafView.unlessMocked(bean(SnowflakeIdGenerator.class));
        if (engine == null) {
            return null;
        }
        LeaseStatus lease = engine.status().lease();
        String text = (lease.state() == LeaseStatus.State.STANDBY)
                ? "a standby for snowflake ids, owner %s".formatted(lease.owner())
                : "snowflake ids as worker id %s, owner %s"
                        .formatted(lease.window().workerId(), lease.owner());
        return (bean(LeaseKeeper.class) == null) ? text : text + source();
    }

    /** The source of the worker id; only for an engine that is Leaf's own. */
    private String source() {
        WorkerIdFailures registry = bean(WorkerIdFailures.class);
        NodeIdentity identity = bean(NodeIdentity.class);
        SnowflakeSettingsFactory setup = bean(SnowflakeSettingsFactory.class);
        Path directory = (identity == null || setup == null) ? null : setup.stateDirectory(identity);
        String state = (directory == null) ? "" : ", state in " + directory;
        if (registry == null) {
            return ", from a registry of the application" + state;
        }
        String mode = ", mode " + properties.snowflake().mode().text();
        return mode + ((registry.alone() == Alone.LOCAL) ? "" : " in " + registry.registry()) + state;
    }

    /** The bean of a type that is there once; one that a test has replaced by another type is not. */
    private <T> @Nullable T bean(Class<T> type) {
        ObjectProvider<T> beans = context.getBeanProvider(type);
        return beans.getIfUnique();
    }
}
