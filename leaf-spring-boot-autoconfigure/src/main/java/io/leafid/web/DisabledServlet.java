package io.leafid.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Stands where an engine would answer that is switched off. Thread-safe. */
final class DisabledServlet extends LeafServlet {

    private static final long serialVersionUID = 1L;

    private final String engine;

    DisabledServlet(String engine) {
        this.engine = engine;
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) {
        throw new ProblemException(Problem.notFound("the engine '" + engine + "' is switched off"));
    }
}
