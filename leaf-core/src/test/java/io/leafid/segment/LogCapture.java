package io.leafid.segment;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs at WARN and above while this is open. */
final class LogCapture implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private LogCapture(Logger logger) {
        this.logger = logger;
        appender.start();
        logger.addAppender(appender);
    }

    static LogCapture of(Class<?> type) {
        return of(type.getName());
    }

    /** The same for a class of another package that is not public. */
    static LogCapture of(String type) {
        return new LogCapture((Logger) LoggerFactory.getLogger(type));
    }

    List<ILoggingEvent> events() {
        return appender.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
