package io.leafid.web;

import io.leafid.IdGenerationException;
import io.leafid.UnknownTagException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all of Leaf's servlets have in common: GET only, nothing cached, every failure a problem detail. Thread-safe.
 */
abstract class LeafServlet extends HttpServlet {

    static final String TEXT = "text/plain;charset=UTF-8";
    static final String JSON = "application/json";

    private static final long serialVersionUID = 1L;

    private static final Logger logger = LoggerFactory.getLogger(LeafServlet.class);

    /** Answers a GET. */
    abstract void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Responses.keepNowhere(response);
        if (!request.getMethod().equals("GET")) {
            Problem.methodNotAllowed().writeTo(response); // not even HEAD: each answer would use up an id
            return;
        }
        try {
            answer(request, response);
        } catch (ProblemException ex) {
            ex.problem().writeTo(response);
        } catch (IllegalArgumentException ex) {
            Problem.badRequest(String.valueOf(ex.getMessage())).writeTo(response);
        } catch (UnknownTagException ex) {
            Problem.notFound("there is no tag '" + ex.tag() + "'").writeTo(response);
        } catch (IdGenerationException ex) {
            logger.debug("no id for {}", request.getRequestURI(), ex);
            Problem.unavailable("no id can be issued now").writeTo(response);
        }
    }

    /**
     * The tag of a request: what follows the servlet's own path or, for tags that no path can carry, such as two dots, the
     * parameter {@code tag}.
     *
     * @throws IllegalArgumentException if it is badly encoded
     */
    static String tag(HttpServletRequest request) {
        String inPath = PathTag.of(request);
        String inQuery = inPath.isEmpty() ? parameter(request, "tag") : inPath;
        if (inQuery == null) {
            throw new ProblemException(Problem.notFound("the path ends where a tag should follow"));
        }
        return inQuery;
    }

    /** A parameter of the query, or {@code null} if it is not there. */
    static @Nullable String parameter(HttpServletRequest request, String name) {
        try {
            return request.getParameter(name);
        } catch (IllegalStateException ex) { // what the servlet specification says for a query that is badly encoded
            throw new IllegalArgumentException("the query is badly encoded", ex);
        }
    }

    /** Reads a whole number. */
    static long number(String text, String what) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException ex) {
            throw new IllegalArgumentException(
                    what + " must be a whole number from 0 to " + Long.MAX_VALUE + ", but is '" + text + "'", ex);
        }
    }
}
