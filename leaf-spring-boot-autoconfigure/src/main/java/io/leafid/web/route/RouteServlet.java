package io.leafid.web.route;

import io.leafid.text.DurationText;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servlet that serves one route. Thread-safe. */
public final class RouteServlet extends HttpServlet {

    /** The beginning of the names of all these servlets. */
    public static final String NAME_PREFIX = "leaf ";

    private static final Logger logger = LoggerFactory.getLogger(RouteServlet.class);

    private static final long serialVersionUID = 1L;

    /** A time short enough for a client that waits for an answer, and long enough for a body of a few bytes. */
    private static final Duration MAX_BODY_TIME = Duration.ofSeconds(2);

    private final transient RouteDispatcher dispatcher;
    private final transient Route route;

    /** Serves one route. */
    public RouteServlet(RouteDispatcher dispatcher, Route route) {
        this.dispatcher = dispatcher;
        this.route = route;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!route.readsBody(request.getMethod())) {
            answer(request, response, () -> "");
        } else if (request.isAsyncSupported()) {
            answerOnceRead(request, request.startAsync());
        } else { // for a filter of the application: its thread reads
            answer(request, response, () -> ReceivedBody.awaited(request));
        }
    }

    /** None of the server's threads waits for the body. */
    private void answerOnceRead(HttpServletRequest request, AsyncContext async) throws IOException {
        async.setTimeout(MAX_BODY_TIME.toMillis());
        ReceivedBody body = new ReceivedBody(request.getInputStream(), whole -> complete(request, async, whole));
        async.addListener(body);
        request.getInputStream().setReadListener(body);
    }

    private void complete(HttpServletRequest request, AsyncContext async, Supplier<String> body) {
        HttpServletResponse response = (HttpServletResponse) async.getResponse();
        endBodyTime(async);
        try {
            if (!request.getInputStream().isFinished() && ownsConnection(request)) {
                response.setHeader("Connection", "close"); // else a thread of the server would read the rest
            }
            answer(request, response, body);
        } catch (IOException ex) { // the client is gone
            logger.debug("no answer to {}", request.getRequestURI(), ex);
        } catch (RuntimeException ex) {
            log("no answer can be made", ex);
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        } finally {
            async.complete();
        }
    }

    /** With HTTP/2 the end of its stream ends a request, and the header is an error. */
    private static boolean ownsConnection(HttpServletRequest request) {
        return request.getProtocol().startsWith("HTTP/1.");
    }

    /** An answer may take longer, and Tomcat would let a second thread wait for it then. */
    private static void endBodyTime(AsyncContext async) {
        try {
            async.setTimeout(0);
        } catch (IllegalStateException ex) {
            logger.trace("the server takes no other time limit once it has begun, and ends none that was met", ex);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, Supplier<String> body)
            throws IOException {
        write(dispatcher.dispatch(route, new ServletRouteRequest(request, body)), response);
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

    /**
     * The body of a request, read as it comes. The server calls it once at a time, and only there a request is completed: Tomcat never
     * ends one that another thread completes while it turns to the next bytes, and waits for it at a shutdown.
     */
    private static final class ReceivedBody implements ReadListener, AsyncListener {

        private final byte[] bytes = new byte[RouteRequest.MAX_BODY + 1];
        private final ServletInputStream stream;
        private final Consumer<Supplier<String>> answer;
        private int length;
        private boolean hasEnded;

        ReceivedBody(ServletInputStream stream, Consumer<Supplier<String>> answer) {
            this.stream = stream;
            this.answer = answer;
        }

        @Override
        public void onDataAvailable() throws IOException {
            while (!hasEnded && stream.isReady() && !stream.isFinished()) {
                length += Math.max(0, stream.read(bytes, length, bytes.length - length));
                if (length == bytes.length) {
                    onAllDataRead();
                }
            }
        }

        @Override
        public void onAllDataRead() {
            end(() -> text(bytes, length));
        }

        @Override
        public void onError(Throwable failure) {
            end(() -> {
                throw unreadable(failure);
            });
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            end(() -> {
                throw new ProblemException(
                        Problem.requestTimeout("the body has not come within " + DurationText.of(MAX_BODY_TIME)));
            });
        }

        private void end(Supplier<String> body) {
            if (!hasEnded) {
                hasEnded = true;
                answer.accept(body);
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}

        static String awaited(HttpServletRequest request) {
            try {
                byte[] bytes = request.getInputStream().readNBytes(RouteRequest.MAX_BODY + 1);
                return text(bytes, bytes.length);
            } catch (IOException ex) {
                throw unreadable(ex);
            }
        }

        private static String text(byte[] bytes, int length) {
            if (length > RouteRequest.MAX_BODY) {
                throw new IllegalArgumentException("the body has more than %s bytes".formatted(RouteRequest.MAX_BODY));
            }
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }

        /** The client is gone, or has sent less than it had announced. */
        private static IllegalArgumentException unreadable(Throwable failure) {
            return new IllegalArgumentException("the body cannot be read to its end", failure);
        }
    }

    /** A request to a servlet. */
    private record ServletRouteRequest(HttpServletRequest request, Supplier<String> received) implements RouteRequest {

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
            return received.get();
        }

        @Override
        public @Nullable String header(String name) {
            return request.getHeader(name);
        }
    }
}
