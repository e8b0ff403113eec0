package io.leafid.web;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The adapter that has WebFlux call Leaf's controllers on threads that may wait; those of the application stay where it wants them.
 * Thread-safe.
 */
public final class BlockingHandlerAdapter implements HandlerAdapter, Ordered {

    private final RequestMappingHandlerAdapter adapter = new RequestMappingHandlerAdapter();

    /**
     * Makes an adapter.
     *
     * @param context the application
     * @param codecs what reads the bodies of requests
     * @param threads more of them than requests may wait for ids
     */
    public BlockingHandlerAdapter(
            ConfigurableApplicationContext context, ServerCodecConfigurer codecs, AsyncTaskExecutor threads)
            throws Exception {
        adapter.setApplicationContext(context);
        adapter.setMessageReaders(codecs.getReaders());
        adapter.setBlockingExecutor(threads);
        adapter.afterPropertiesSet();
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(Object handler) {
        return handler instanceof HandlerMethod method && LeafController.class.isAssignableFrom(method.getBeanType());
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        ServerHttpRequest request = exchange.getRequest();
        LeafController controller = (LeafController) ((HandlerMethod) handler).getBean();
        try {
            controller.admit(request.getMethod().name(), request.getHeaders()::getFirst);
        } catch (ErrorResponseException ex) {
            return Mono.just(new HandlerResult(handler, controller.answerRefused(ex), LeafController.REFUSAL));
        }
        return adapter.handle(exchange, handler);
    }
}
