package io.leafid.web;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** The media types that a client accepts, of those that an id can have. Stateless. */
final class AcceptedType {

    private static final Set<String> JSON = Set.of("application/json", "application/*");
    private static final Set<String> TEXT = Set.of("text/plain", "text/*", "*/*");

    private AcceptedType() {}

    /**
     * Returns whether a header {@code Accept} asks for JSON rather than for plain text; of those wanted alike the first counts, and a header
     * that cannot be read asks for nothing.
     */
    static boolean prefersJson(@Nullable String accept) {
        try {
            return MediaType.parseMediaTypes(accept).stream()
                    .filter(type -> type.getQualityValue() > 0 && (isOf(JSON, type) || isOf(TEXT, type)))
                    .reduce((first, next) -> (next.getQualityValue() > first.getQualityValue()) ? next : first)
                    .filter(type -> isOf(JSON, type))
                    .isPresent();
        } catch (InvalidMediaTypeException ex) {
            return false;
        }
    }

    private static boolean isOf(Set<String> types, MediaType type) {
        return types.contains(type.getType() + "/" + type.getSubtype());
    }
}
