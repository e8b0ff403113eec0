package io.leafid.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes answers. Stateless. */
final class Responses {

    private Responses() {}

    /** Sets what every answer has: nobody may keep it, or take it for something else than it says. */
    static void keepNowhere(HttpServletResponse response) {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
    }

    /** Writes a text in UTF-8 with its length, so that the connection can be kept. */
    static void write(HttpServletResponse response, String contentType, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setContentType(contentType);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
