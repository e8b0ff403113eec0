package io.leafid.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The site whose page has a browser ask, as far as the browser says. Pure.
 *
 * <p>{@code Sec-Fetch-Site} decides where it comes, over HTTPS and on localhost. Over plain HTTP there are {@code Origin} and
 * {@code Referer}, which name the page, and where that hides them {@code Accept}: what a page embeds is asked for by the type that it
 * must have. A navigation, whose type is HTML, and a client that is no browser have none of these.
 */
final class AskingSite {

    private static final Pattern PORT = Pattern.compile(":[0-9]*$");
    private static final List<String> EMBEDDED = List.of("image/", "text/css", "video/", "audio/", "font/");

    private AskingSite() {}

    /** Returns whether the request comes from a page of another site, or may come from one. */
    static boolean isForeign(Function<String, @Nullable String> headers) {
        String site = headers.apply("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("cross-site");
        }
        String page = Objects.requireNonNullElse(headers.apply(HttpHeaders.ORIGIN), header(headers, "Referer"));
        if (!page.isEmpty()) {
            return !isOwn(hostOfUrl(page), headers);
        }
        String accept = header(headers, HttpHeaders.ACCEPT).strip().toLowerCase(Locale.ROOT);
        return EMBEDDED.stream().anyMatch(accept::startsWith); // images come last where a page is asked for
    }

    /** Returns whether a host is the one that was asked; a proxy may have noted it elsewhere, which no page of another site can do. */
    private static boolean isOwn(@Nullable String host, Function<String, @Nullable String> headers) {
        Stream<String> asked = Stream.concat(
                Stream.of(header(headers, HttpHeaders.HOST)),
                Arrays.stream(header(headers, "X-Forwarded-Host").split(",", -1)));
        return host != null
                && asked.map(String::strip)
                        .anyMatch(authority -> hostOf(authority).equals(host));
    }

    private static String header(Function<String, @Nullable String> headers, String name) {
        return Objects.requireNonNullElse(headers.apply(name), "");
    }

    /** The host of a URL; {@code null} if it has none, as the origin {@code null}. */
    private static @Nullable String hostOfUrl(String url) {
        int scheme = url.indexOf("://");
        if (scheme < 0) {
            return null;
        }
        String authority = url.substring(scheme + 3).split("[/?#]", 2)[0];
        return hostOf(authority.substring(authority.lastIndexOf('@') + 1));
    }

    private static String hostOf(String authority) {
        return PORT.matcher(authority.toLowerCase(Locale.ROOT)).replaceFirst("");
    }
}
