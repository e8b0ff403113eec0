package io.leafid.autoconfigure.originals;

import io.leafid.autoconfigure.lifecycle.ContextLifecycle;
import io.leafid.text.Reasons;
import io.leafid.workerid.compat.CacheFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the cache file of an original aside while this node has its worker id. Thread-safe.
 */
final class CacheFileLifecycle extends ContextLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(CacheFileLifecycle.class);

    private final CacheFile file;
    private final boolean handsBack;

    /**
     * Makes it; touches nothing yet.
     *
     * @param file the file
     * @param handsBack whether it is put back at a graceful shutdown
     */
    CacheFileLifecycle(CacheFile file, boolean handsBack) {
        super(AFTER_GENERATORS);
        this.file = file;
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
