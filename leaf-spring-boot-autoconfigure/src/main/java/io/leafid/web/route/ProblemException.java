package io.leafid.web.route;

/** The exception that ends the handling of a request with a problem. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /** Ends the handling with this problem. */
    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** The problem. */
    public Problem problem() {
        return problem;
    }
}
