package io.leafid.web;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import java.util.Map;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/** Adds servlets to the server of the application. Immutable. */
public final class LeafServletRegistration implements ServletContextInitializer {

    /** What the names of all servlets begin with. */
    static final String NAME_PREFIX = "leaf ";

    private final Map<String, HttpServlet> servlets;

    /**
     * Makes a registration.
     *
     * @param servlets the servlets by their URL patterns, as {@link LeafServlets} makes them
     */
    public LeafServletRegistration(Map<String, HttpServlet> servlets) {
        this.servlets = Map.copyOf(servlets);
    }

    @Override
    public void onStartup(ServletContext context) {
        servlets.forEach((pattern, servlet) -> {
            ServletRegistration.Dynamic registration = context.addServlet(NAME_PREFIX + pattern, servlet);
            if (registration == null || !registration.addMapping(pattern).isEmpty()) {
                throw new IllegalStateException(
                        "the path %s of Leaf is taken by another servlet; set leaf.web.base-path".formatted(pattern));
            }
        });
    }
}
