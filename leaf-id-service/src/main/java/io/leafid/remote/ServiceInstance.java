package io.leafid.remote;

import java.net.URI;

/**
 * An instance of the id service. Immutable.
 *
 * @param url what all its paths begin with, without a slash at the end: {@code http://10.0.1.7:8080}, {@code https://ids/leaf}
 * @param zone where it runs; empty if that is not known
 */
public record ServiceInstance(String url, String zone) {

    /** Takes off a slash at the end. */
    public ServiceInstance {
        url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /**
     * Reads an instance from its URL, whose fragment, if there is one, is its zone: {@code http://10.0.1.7:8080#east}.
     *
     * @throws IllegalArgumentException if it is no absolute URL of HTTP with a host, or has a user or a query; the message
     *     goes on where the URL ends
     */
    public static ServiceInstance parse(String text) {
        URI uri = parsed(text);
        String scheme = String.valueOf(uri.getScheme());
        require(scheme.equals("http") || scheme.equals("https"), "must begin with http:// or https://");
        require(uri.getHost() != null, "names no host");
        require(uri.getRawUserInfo() == null, "must not hold a user or a password, which would get into logs");
        require(uri.getRawQuery() == null, "must not have a query");
        String zone = (uri.getFragment() == null) ? "" : uri.getFragment();
        int end = text.indexOf('#');
        return new ServiceInstance((end < 0) ? text : text.substring(0, end), zone);
    }

    /**
     * Takes an instance as a registry lists it.
     *
     * @throws IllegalArgumentException as {@link #parse} does, or if the URL has a fragment
     */
    public static ServiceInstance of(String url, String zone) {
        require(url.indexOf('#') < 0, "must not have a fragment");
        return new ServiceInstance(parse(url).url(), zone);
    }

    private static URI parsed(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("is no URL", ex);
        }
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    @Override
    public String toString() {
        return zone.isEmpty() ? url : url + " (zone " + zone + ")";
    }
}
