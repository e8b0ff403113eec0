package io.leafid;

import org.apache.commons.logging.LogFactory;

/** Uses a library that no pom of ours names. */
final class UsesUndeclared {

    private UsesUndeclared() {}

    static String log() {
        return LogFactory.getLog(UsesUndeclared.class).toString();
    }
}
