package io.leafid.workerid;

import io.leafid.PrintableText;
import io.leafid.settings.Ranges;

/**
 * Identity of a generator to the registry: a name that stays the same when the process restarts, and that no other live
 * process has. Immutable.
 *
 * @param host address or name of this instance, never empty; an IPv6 address is written without brackets
 * @param port a number that tells instances on one host apart, 1 to 65535; nothing needs to listen on it
 */
public record NodeIdentity(String host, int port) {

    private static final int MAX_PORT = 65_535;

    /** Checks that this is an identity at all: an empty host or a port of 0 would be shared by many. */
    public NodeIdentity {
        Ranges.check()
                .require(isName(host), "host", PrintableText.of(host), "must be an address or a name")
                .require(
                        port >= 1 && port <= MAX_PORT,
                        "port",
                        port,
                        "must be from 1 to 65535, since a port of 0 tells no instance from another",
                        "Set {port}=8080, for example; it identifies this instance, nothing listens on it.")
                .orThrow();
    }

    private static boolean isName(String host) {
        return !host.isBlank()
                && host.chars().noneMatch(c -> c <= ' ' || c == '/' || c == '[' || c == ']')
                && PrintableText.of(host).equals(host);
    }

    /** The identity as {@code host:port}, an IPv6 address in brackets. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0) ? "[" + host + "]:" + port : host + ":" + port;
    }
}
