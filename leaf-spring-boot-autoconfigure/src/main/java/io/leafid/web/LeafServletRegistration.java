package io.leafid.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import java.util.Map;
import java.util.function.Function;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/** Adds servlets to the server of the application. Immutable. */
public final class LeafServletRegistration implements ServletContextInitializer {

    /** What the names of all servlets begin with. */
    static final String NAME_PREFIX = "leaf ";

    private final Map<String, HttpServlet> servlets;
    private final Function<String, ? extends RuntimeException> taken;

    /**
     * Makes a registration.
     *
     * @param servlets the servlets by their URL patterns, as {@link LeafServlets} makes them
     * @param taken makes what is thrown for a pattern that another servlet has
     */
    public LeafServletRegistration(
            Map<String, HttpServlet> servlets, Function<String, ? extends RuntimeException> taken) {
        this.servlets = Map.copyOf(servlets);
        this.taken = taken;
    }

    @Override
    public void onStartup(ServletContext context) {
        servlets.forEach((pattern, servlet) -> {
            ServletRegistration.Dynamic registration = context.addServlet(NAME_PREFIX + pattern, servlet);
            if (registration == null || !registration.addMapping(pattern).isEmpty()) {
                throw taken.apply(pattern);
            }
        });
    }
}
