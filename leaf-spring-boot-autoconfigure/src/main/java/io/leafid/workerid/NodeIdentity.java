package io.leafid.workerid;

import io.leafid.PrintableText;

/**
 * Who a generator is to the registry: a name that stays the same when the process restarts, and that no other live
 * process has. Immutable.
 *
 * @param host address or name of this instance, never empty; an IPv6 address is written without brackets
 * @param port a number that tells instances on one host apart, 1 to 65535; nothing needs to listen on it
 */
public record NodeIdentity(String host, int port) {

    private static final int MAX_PORT = 65_535;

    /** Checks that this is an identity at all: an empty host or a port of 0 would be shared by many. */
    public NodeIdentity {
        if (host.isBlank()
                || host.chars().anyMatch(c -> c <= ' ' || c == '/' || c == '[' || c == ']')
                || !PrintableText.of(host).equals(host)) {
            throw new IllegalArgumentException(
                    "the host of a generator's identity must be an address or a name, but is '" + PrintableText.of(host)
                            + "'");
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "the port of a generator's identity must be from 1 to " + MAX_PORT + ", but is " + port);
        }
    }

    /** The identity as {@code host:port}, an IPv6 address in brackets. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0) ? "[" + host + "]:" + port : host + ":" + port;
    }
}
