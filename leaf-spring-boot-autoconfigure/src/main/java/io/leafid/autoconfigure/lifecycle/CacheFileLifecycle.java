package io.leafid.autoconfigure.lifecycle;

import io.leafid.text.Reasons;
import io.leafid.workerid.compat.CacheFile;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the cache file of an original aside while this node has its worker id. Thread-safe.
 */
public final class CacheFileLifecycle extends ContextLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(CacheFileLifecycle.class);

    private final CacheFile file;
    private final boolean handsBack;

    /**
     * Makes it; touches nothing yet.
     *
     * @param service the name of the service, which the file's path has
     * @param port the port of this instance
     * @param handsBack whether it is put back at a graceful shutdown
     */
    public CacheFileLifecycle(String service, int port, boolean handsBack) {
        super(AFTER_GENERATORS);
        this.file = CacheFile.of(Path.of(System.getProperty("java.io.tmpdir", ".")), service, port);
        this.handsBack = handsBack;
    }

    @Override
    protected void begin() {
        try {
            putAside();
        } catch (RuntimeException ex) {
            logger.warn(
                    "{} is there and cannot be put aside ({}): an original that is started beside this node takes its worker id from it and issues the same ids; remove it",
                    file.path(),
                    Reasons.of(ex));
        }
    }

    private void putAside() {
        if (file.putAside()) {
            logger.info(
                    "{} was put aside as {}: an original that is started beside this node would issue the same ids",
                    file.path(),
                    file.aside().getFileName());
        }
    }

    @Override
    protected void end() {
        try {
            if (handsBack && file.putBack()) {
                logger.info("{} was put back for an original that follows", file.path());
            }
        } catch (RuntimeException ex) {
            logger.warn("{} could not be put back: {}", file.path(), Reasons.of(ex));
        }
    }
}
