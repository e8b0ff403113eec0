package io.leafid.web;

import io.leafid.web.route.RouteServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.function.Function;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/**
 * The registration of the routes in the servlet server of the application, each as a servlet. Immutable.
 *
 * @param routes what is served
 * @param taken makes what is thrown for a pattern that another servlet has
 */
public record LeafServletRegistration(LeafRoutes routes, Function<String, ? extends RuntimeException> taken)
        implements ServletContextInitializer {

    @Override
    public void onStartup(ServletContext context) {
        for (LeafRoutes.Entry entry : routes.entries()) {
            String pattern = entry.isExact() ? entry.path() : entry.path() + "/*";
            ServletRegistration.Dynamic registration = context.addServlet(
                    RouteServlet.NAME_PREFIX + pattern, new RouteServlet(routes.dispatcher(), entry.route()));
            if (registration == null || !registration.addMapping(pattern).isEmpty()) {
                throw taken.apply(pattern);
            }
            registration.setAsyncSupported(true);
        }
    }
}
