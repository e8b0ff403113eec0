package io.leafid.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Leaf logs nothing during the tests of a class, which expect thousands of outages. */
public final class SilentLog implements BeforeAllCallback, AfterAllCallback {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.leafid");

    @Override
    public void beforeAll(ExtensionContext context) {
        logger.setLevel(Level.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        logger.setLevel(null);
    }
}
