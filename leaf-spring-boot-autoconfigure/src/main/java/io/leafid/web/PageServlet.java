package io.leafid.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Supplier;

/** The live page: its files, which are few and fixed, and the state that it shows. Thread-safe. */
final class PageServlet extends LeafServlet {

    private static final long serialVersionUID = 1L;

    private static final String STATE = "/state";

    /** Path below the servlet's own to the file that answers it and its type. */
    private static final Map<String, Asset> ASSETS = Map.of(
            "", new Asset("index.html", "text/html;charset=UTF-8"),
            "/leaf.css", new Asset("leaf.css", "text/css;charset=UTF-8"),
            "/app.js", new Asset("app.js", "text/javascript;charset=UTF-8"),
            "/dom.js", new Asset("dom.js", "text/javascript;charset=UTF-8"),
            "/format.js", new Asset("format.js", "text/javascript;charset=UTF-8"),
            "/segments.js", new Asset("segments.js", "text/javascript;charset=UTF-8"),
            "/snowflake.js", new Asset("snowflake.js", "text/javascript;charset=UTF-8"),
            "/tag-row.js", new Asset("tag-row.js", "text/javascript;charset=UTF-8"));

    /** Nothing from elsewhere, no inline script, not in a frame. */
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final transient Supplier<? extends Record> state;

    PageServlet(Supplier<? extends Record> state) {
        this.state = state;
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = (request.getPathInfo() == null) ? "" : request.getPathInfo();
        if (path.equals(STATE)) {
            Responses.write(response, JSON, Json.of(state.get()));
            return;
        }
        if (path.equals("/")) {
            response.sendRedirect(
                    request.getContextPath() + request.getServletPath()); // what the page names is relative
            return;
        }
        Asset asset = ASSETS.get(path);
        if (asset == null) {
            throw new ProblemException(Problem.notFound("the live page has no such part"));
        }
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("Referrer-Policy", "no-referrer");
        asset.writeTo(response);
    }

    private record Asset(String file, String contentType) {

        void writeTo(HttpServletResponse response) throws IOException {
            try (InputStream stream = PageServlet.class.getResourceAsStream("page/" + file)) {
                if (stream == null) {
                    throw new IllegalStateException("the live page lacks its file " + file);
                }
                byte[] bytes = stream.readAllBytes();
                response.setContentType(contentType);
                response.setContentLength(bytes.length);
                response.getOutputStream().write(bytes);
            }
        }
    }
}
