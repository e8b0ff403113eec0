package io.leafid.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class, or all in a package, logs at INFO and above while this is open. */
public final class CapturedLog implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    /** Begins to listen to a logger, which a class or a package is named after. */
    public CapturedLog(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        appender.start();
        logger.addAppender(appender);
    }

    /** The messages, oldest first. */
    public List<String> messages() {
        return atLeast(Level.INFO);
    }

    /** Those that are warnings or errors. */
    public List<String> warnings() {
        return atLeast(Level.WARN);
    }

    private List<String> atLeast(Level level) {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
