package io.leafid.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** The interceptor that has Leaf's controllers admit a request of Spring MVC. Stateless. */
public final class AdmittingInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.getBean() instanceof LeafController controller) {
            controller.admit(request.getMethod(), request::getHeader);
        }
        return true;
    }
}
