package io.leafid.web;

import io.leafid.text.DurationText;
import io.leafid.time.Deadline;
import io.leafid.time.TimeSource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The servlet that serves one route. Thread-safe. */
final class RouteServlet extends HttpServlet {

    /** The beginning of the names of all these servlets. */
    static final String NAME_PREFIX = "leaf ";

    /** The attribute of a request that was answered before all of its body was read. */
    static final String UNREAD = "io.leafid.web.unread";

    private static final long serialVersionUID = 1L;

    /** The answers to a request whose body took too long, or for which no thread can be spared. */
    private static final Set<Integer> NOT_AWAITED = Set.of(408, 415, 503);

    /** A time short enough for a client that waits for an answer, and long enough for a body of a few bytes. */
    private static final Duration MAX_BODY_TIME = Duration.ofSeconds(2);

    private final transient RouteDispatcher dispatcher;
    private final transient Route route;

    RouteServlet(RouteDispatcher dispatcher, Route route) {
        this.dispatcher = dispatcher;
        this.route = route;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RouteResponse answer = dispatcher.dispatch(route, new ServletRouteRequest(request));
        if (NOT_AWAITED.contains(answer.status()) && hasMore(request)) {
            request.setAttribute(UNREAD, true);
            response.setHeader("Connection", "close");
        }
        write(answer, response);
    }

    /** Whether a part of the body has not been read, and may still have to come. */
    private static boolean hasMore(HttpServletRequest request) throws IOException {
        boolean hasBody = request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
        return hasBody && !request.getInputStream().isFinished();
    }

    /**
     * Writes an answer; one in a single part with its length, so that the connection can be kept.
     *
     * @throws IOException if the client is gone, or a later part cannot be made: then the server cuts the answer off, which
     *     tells the client that it is incomplete
     */
    static void write(RouteResponse answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        RouteDispatcher.HEADERS.forEach(response::setHeader);
        answer.headers().forEach(response::setHeader);
        response.setContentType(answer.contentType());
        Iterator<byte[]> rest = answer.rest();
        if (!rest.hasNext()) {
            response.setContentLength(answer.first().length);
        }
        OutputStream body = response.getOutputStream();
        body.write(answer.first());
        while (rest.hasNext()) {
            body.write(next(rest));
        }
    }

    private static byte[] next(Iterator<byte[]> parts) throws IOException {
        try {
            return parts.next();
        } catch (RuntimeException ex) {
            throw new IOException("the ids ended within an answer, which is cut off", ex);
        }
    }

    /** A request to a servlet. */
    private record ServletRouteRequest(HttpServletRequest request) implements RouteRequest {

        @Override
        public String method() {
            return request.getMethod();
        }

        @Override
        public String base() {
            return request.getContextPath() + request.getServletPath();
        }

        @Override
        public String path() {
            return ServletPath.behind(request);
        }

        @Override
        public @Nullable String parameter(String name) {
            return QueryParameter.of(request.getQueryString(), name);
        }

        @Override
        public String body() {
            byte[] body = new byte[MAX_BODY + 1];
            try {
                int length = readInTime(request.getInputStream(), body);
                if (length > MAX_BODY) {
                    throw new IllegalArgumentException("the body has more than %d bytes".formatted(MAX_BODY));
                }
                return new String(body, 0, length, StandardCharsets.UTF_8);
            } catch (IOException ex) { // the client is gone, or has sent less than it had announced
                throw new IllegalArgumentException("the body cannot be read to its end", ex);
            }
        }

        /** Reads until the end, or until the array is full. Each single read has the server's own time limit besides. */
        private static int readInTime(InputStream stream, byte[] body) throws IOException {
            Deadline deadline = Deadline.in(MAX_BODY_TIME, TimeSource.system());
            int length = 0;
            for (int count = 0; count >= 0 && length < body.length; length += Math.max(0, count)) {
                if (deadline.nanosLeft() <= 0) { // a thread waits for it
                    throw new ProblemException(Problem.requestTimeout(
                            "the body has not come within " + DurationText.of(deadline.limit())));
                }
                count = stream.read(body, length, body.length - length);
            }
            return length;
        }

        @Override
        public @Nullable String header(String name) {
            return request.getHeader(name);
        }
    }
}
