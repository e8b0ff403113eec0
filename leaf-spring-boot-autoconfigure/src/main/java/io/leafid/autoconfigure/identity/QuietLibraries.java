package io.leafid.autoconfigure.identity;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Silences clients that report every failed attempt with a trace, for as long as a start waits for them: if it fails, one explanation says
 * what ten traces would. Levels that the user has set stay. Stateless.
 */
public final class QuietLibraries {

    /** ZooKeeper's client logs each refused connection, and Curator that it has waited long enough. */
    private static final List<String> LOGGERS =
            List.of("org.apache.zookeeper.ClientCnxn", "org.apache.curator.ConnectionState");

    private QuietLibraries() {}

    /** Makes a call with those loggers off. */
    public static <T> T during(Supplier<T> call, @Nullable LoggingSystem logging) {
        if (logging == null || !logging.getSupportedLogLevels().contains(LogLevel.OFF)) {
            return call.get();
        }
        List<String> silenced = LOGGERS.stream()
                .filter(logger -> isLeftToItself(logging.getLoggerConfiguration(logger)))
                .toList();
        silenced.forEach(logger -> logging.setLogLevel(logger, LogLevel.OFF));
        try {
            return call.get();
        } finally {
            silenced.forEach(logger -> logging.setLogLevel(logger, null));
        }
    }

    /** Returns whether nothing is set for a logger, nor a level above it that asks for details. */
    private static boolean isLeftToItself(@Nullable LoggerConfiguration logger) {
        return logger == null
                || (logger.getConfiguredLevel() == null
                        && logger.getEffectiveLevel().compareTo(LogLevel.INFO) >= 0);
    }
}
