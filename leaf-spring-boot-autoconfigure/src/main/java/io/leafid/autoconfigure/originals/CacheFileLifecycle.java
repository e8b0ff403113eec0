package io.leafid.autoconfigure.originals;

import io.leafid.text.Reasons;
import io.leafid.workerid.compat.CacheFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps the cache file of an original aside while this node has its worker id. Thread-safe.
 */
final class CacheFileLifecycle implements SmartLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(CacheFileLifecycle.class);

    /** Just below the generators: the file is put back when no id comes any more. */
    private static final int PHASE = Integer.MIN_VALUE + 1_022;

    private final CacheFile file;
    private final boolean handsBack;
    private volatile boolean running;

    /**
     * Makes it; touches nothing yet.
     *
     * @param file the file
     * @param handsBack whether it is put back at a graceful shutdown
     */
    CacheFileLifecycle(CacheFile file, boolean handsBack) {
        this.file = file;
        this.handsBack = handsBack;
    }

    @Override
    public void start() {
        running = true;
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
    public void stop() {
        running = false;
        try {
            if (handsBack && file.putBack()) {
                logger.info("{} was put back for an original that follows", file.path());
            }
        } catch (RuntimeException ex) {
            logger.warn("{} could not be put back: {}", file.path(), Reasons.of(ex));
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
