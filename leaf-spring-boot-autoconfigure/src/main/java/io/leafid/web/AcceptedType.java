package io.leafid.web;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One of the media types that a client accepts. Immutable.
 *
 * @param type the type, in lower case and without parameters
 * @param quality how much the client wants it, 0 to 1
 */
record AcceptedType(String type, double quality) {

    private static final List<String> JSON = List.of("application/json", "application/*");
    private static final List<String> TEXT = List.of("text/plain", "text/*", "*/*");

    /** Whether a header {@code Accept} asks for JSON rather than for plain text; of those wanted alike the first counts. */
    static boolean prefersJson(@Nullable String accept) {
        return accept != null
                && Stream.of(accept.split(",", -1))
                        .map(AcceptedType::of)
                        .filter(each -> each.quality > 0 && (JSON.contains(each.type) || TEXT.contains(each.type)))
                        .reduce((first, next) -> (next.quality > first.quality) ? next : first)
                        .filter(each -> JSON.contains(each.type))
                        .isPresent();
    }

    private static AcceptedType of(String range) {
        String[] parts = range.toLowerCase(Locale.ROOT).split(";", -1);
        double quality = Stream.of(parts)
                .map(String::strip)
                .filter(each -> each.startsWith("q="))
                .map(each -> qualityOf(each.substring(2)))
                .findFirst()
                .orElse(1.0);
        return new AcceptedType(parts[0].strip(), quality);
    }

    /** A quality that is no number asks for nothing. */
    private static double qualityOf(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException ex) {
            return 0;
        }
    }
}
