package io.leafid.web.route;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The site whose page has a browser ask, as far as the browser says. Pure.
 *
 * <p>{@code Sec-Fetch-Site} decides where it comes, over HTTPS and on localhost. Over plain HTTP there are {@code Origin} and
 * {@code Referer}, which name the page, and where that hides them {@code Accept}: an image, a style sheet, a video or a font is asked for
 * by the type that it must have. A navigation, whose type is HTML, and a client that is no browser have none of these.
 */
final class AskingSite {

    private static final Pattern PORT = Pattern.compile(":[0-9]*$");

    /** The beginning of the types that only something embedded in a page is asked for. */
    private static final List<String> EMBEDDED = List.of("image/", "text/css", "video/", "audio/", "font/");

    private AskingSite() {}

    /** Returns whether the request comes from a page of another site, or may come from one. */
    static boolean isForeign(RouteRequest request) {
        String site = request.header("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("cross-site");
        }
        String page = Objects.requireNonNullElse(request.header("Origin"), header(request, "Referer"));
        return page.isEmpty() ? isEmbedded(header(request, "Accept")) : !isOwn(hostOfUrl(page), request);
    }

    /** The first type is the wanted one; those of an image come last where a page is asked for. */
    private static boolean isEmbedded(String accept) {
        String first = accept.strip().toLowerCase(Locale.ROOT);
        return EMBEDDED.stream().anyMatch(first::startsWith);
    }

    /** Returns whether a host is the one that was asked; a proxy may have noted it elsewhere, which no page of another site can do. */
    private static boolean isOwn(@Nullable String host, RouteRequest request) {
        Stream<String> asked = Stream.concat(
                Stream.of(header(request, "Host")),
                Arrays.stream(header(request, "X-Forwarded-Host").split(",", -1)));
        return host != null
                && asked.map(String::strip)
                        .anyMatch(authority -> hostOf(authority).equals(host));
    }

    private static String header(RouteRequest request, String name) {
        return Objects.requireNonNullElse(request.header(name), "");
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
