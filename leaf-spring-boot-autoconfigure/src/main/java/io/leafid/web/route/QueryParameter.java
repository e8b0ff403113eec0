package io.leafid.web.route;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A parameter of a query, the same on each kind of server: a form in the body of a request is none, and is not waited for. Pure. */
public final class QueryParameter {

    private QueryParameter() {}

    /**
     * The first value of a parameter; {@code null} if it is not there. A plus sign is a space.
     *
     * @throws IllegalArgumentException if the query is badly encoded
     */
    public static @Nullable String of(@Nullable String query, String name) {
        if (query == null) {
            return null;
        }
        for (String parameter : query.split("&", -1)) {
            int end = parameter.indexOf('=');
            String key = (end < 0) ? parameter : parameter.substring(0, end);
            if (decoded(key).equals(name)) {
                return (end < 0) ? "" : decoded(parameter.substring(end + 1));
            }
        }
        return null;
    }

    private static String decoded(String text) {
        try {
            return utf8(text);
        } catch (IllegalArgumentException | CharacterCodingException ex) {
            throw new IllegalArgumentException("the query is badly encoded", ex);
        }
    }

    /** Decodes percent signs and plus signs. Java's own decoder would replace what is no UTF-8, and this refuses it. */
    static String utf8(String encoded) throws CharacterCodingException {
        String bytes = URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1); // a character for each byte
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
                .toString();
    }
}
