package io.leafid.web;

import io.leafid.web.route.PathSuffix;
import io.leafid.web.route.QueryParameter;
import io.leafid.web.route.ResponseBuffers;
import io.leafid.web.route.RouteDispatcher;
import io.leafid.web.route.RouteRequest;
import io.leafid.web.route.RouteResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The router function that serves the routes on a reactive server, on threads that may wait. Thread-safe. */
public final class LeafRouterFunction implements RouterFunction<ServerResponse> {

    private final LeafRoutes routes;
    private final Scheduler threads;

    /**
     * Makes a router.
     *
     * @param routes what is served
     * @param threads where answers are made; must have more threads than requests may wait for ids
     */
    public LeafRouterFunction(LeafRoutes routes, Executor threads) {
        this.routes = routes;
        this.threads = Schedulers.fromExecutor(threads);
    }

    @Override
    public Mono<HandlerFunction<ServerResponse>> route(ServerRequest request) {
        String path = request.requestPath().pathWithinApplication().value();
        for (LeafRoutes.Entry entry : routes.entries()) {
            if (serves(entry, path)) {
                return Mono.just(routed -> respond(entry, routed));
            }
        }
        return Mono.empty();
    }

    private static boolean serves(LeafRoutes.Entry entry, String path) {
        int end = entry.path().length();
        boolean isBelow = !entry.isExact() && path.length() > end && path.charAt(end) == '/';
        return path.startsWith(entry.path()) && (path.length() == end || isBelow);
    }

    private Mono<ServerResponse> respond(LeafRoutes.Entry entry, ServerRequest request) {
        String context = request.requestPath().contextPath().value();
        String path = request.requestPath().pathWithinApplication().value();
        String suffix = PathSuffix.withoutParameters(path.substring(entry.path().length()));
        return bodyOf(entry, request)
                .map(body -> new ReactiveRouteRequest(request, context + entry.path(), suffix, body))
                .flatMap(routed -> Mono.fromCallable(() -> routes.dispatcher().dispatch(entry.route(), routed))
                        .subscribeOn(threads))
                .flatMap(this::write);
    }

    /** Read here, where nothing waits for it, and only for a method that is answered and has one. */
    private static Mono<ReceivedBody> bodyOf(LeafRoutes.Entry entry, ServerRequest request) {
        if (!entry.route().readsBody(request.method().name())) {
            return Mono.just(ReceivedBody.EMPTY);
        }
        return DataBufferUtils.join(request.body(BodyExtractors.toDataBuffers()), RouteRequest.MAX_BODY)
                .map(ReceivedBody::of)
                .defaultIfEmpty(ReceivedBody.EMPTY)
                .onErrorReturn(
                        DataBufferLimitException.class,
                        new ReceivedBody("", "the body has more than %s bytes".formatted(RouteRequest.MAX_BODY)));
    }

    /**
     * The body of a request.
     *
     * @param text all of it, unless there is a problem
     * @param problem why it cannot be used; {@code null} if it can
     */
    private record ReceivedBody(String text, @Nullable String problem) {

        private static final ReceivedBody EMPTY = new ReceivedBody("", null);

        static ReceivedBody of(DataBuffer buffer) {
            try {
                return new ReceivedBody(buffer.toString(StandardCharsets.UTF_8), null);
            } finally {
                DataBufferUtils.release(buffer);
            }
        }

        String require() {
            if (problem != null) {
                throw new IllegalArgumentException(problem);
            }
            return text;
        }
    }

    private Mono<ServerResponse> write(RouteResponse answer) {
        ServerResponse.BodyBuilder response =
                ServerResponse.status(answer.status()).contentType(MediaType.parseMediaType(answer.contentType()));
        RouteDispatcher.HEADERS.forEach(response::header);
        answer.headers().forEach(response::header);
        if (!answer.rest().hasNext()) {
            return response.contentLength(answer.first().length).bodyValue(answer.first());
        }
        return response.body(BodyInserters.fromDataBuffers(buffers(answer)));
    }

    /** A further part is made when the client has taken the one before; one that cannot be made cuts the answer off. */
    private Flux<DataBuffer> buffers(RouteResponse answer) {
        ResponseBuffers buffers = new ResponseBuffers(answer);
        return Flux.<DataBuffer>generate(sink -> {
                    if (buffers.hasNext()) {
                        sink.next(DefaultDataBufferFactory.sharedInstance.wrap(buffers.next()));
                    } else {
                        sink.complete();
                    }
                })
                .subscribeOn(threads);
    }

    /** A request to a reactive server. */
    private record ReactiveRouteRequest(ServerRequest request, String base, String path, ReceivedBody received)
            implements RouteRequest {

        @Override
        public String method() {
            return request.method().name();
        }

        @Override
        public @Nullable String parameter(String name) {
            return QueryParameter.of(request.uri().getRawQuery(), name);
        }

        @Override
        public String body() {
            return received.require();
        }

        @Override
        public @Nullable String header(String name) {
            return request.headers().firstHeader(name);
        }
    }
}
