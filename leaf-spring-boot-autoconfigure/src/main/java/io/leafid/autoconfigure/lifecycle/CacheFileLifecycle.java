package io.leafid.autoconfigure.lifecycle;

import io.leafid.actuate.LeafView;
import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.text.Reasons;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.compat.CacheFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Keeps the cache file of an original aside while this node has its worker id. Thread-safe.
 */
public final class CacheFileLifecycle extends ContextLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(CacheFileLifecycle.class);

    private final ObjectProvider<SnowflakeIdGenerator> generator;
    private final SnowflakeSettingsFactory setup;
    private final ObjectProvider<NodeIdentity> identity;
    private volatile @Nullable CacheFile file;

    /**
     * Makes it; touches nothing yet.
     *
     * @param generator asked for, since a node whose generator a test has replaced by a mock has no worker id
     * @param setup the settings, which name the service and say whether the file is put back at a graceful shutdown
     * @param identity asked for where there is a worker id
     */
    public CacheFileLifecycle(
            ObjectProvider<SnowflakeIdGenerator> generator,
            SnowflakeSettingsFactory setup,
            ObjectProvider<NodeIdentity> identity) {
        super(AFTER_GENERATORS);
        this.generator = generator;
        this.setup = setup;
        this.identity = identity;
    }

    @Override
    protected void begin() {
        if (LeafView.unlessMocked(generator.getIfAvailable()) != null) {
            CacheFile own = fileOf(identity.getObject());
            file = own;
            putAside(own);
        }
    }

    private CacheFile fileOf(NodeIdentity node) {
        String service = String.valueOf(setup.environment().nameOf(setup.properties()));
        return CacheFile.of(Path.of(System.getProperty("java.io.tmpdir", ".")), service, node.port());
    }

    private static void putAside(CacheFile file) {
        try {
            if (file.putAside()) {
                logger.info(
                        "{} was put aside as {}: an original that is started beside this node would issue the same ids",
                        file.path(),
                        file.aside().getFileName());
            }
        } catch (RuntimeException ex) {
            logger.warn(
                    "{} is there and cannot be put aside ({}): an original that is started beside this node takes its worker id from it and issues the same ids; remove it",
                    file.path(),
                    Reasons.of(ex));
        }
    }

    @Override
    protected void end() {
        CacheFile own = file;
        if (own != null && setup.properties().snowflake().handBack()) {
            putBack(own);
        }
    }

    private static void putBack(CacheFile file) {
        try {
            if (file.putBack()) {
                logger.info("{} was put back for an original that follows", file.path());
            }
        } catch (RuntimeException ex) {
            logger.warn("{} could not be put back: {}", file.path(), Reasons.of(ex));
        }
    }
}
