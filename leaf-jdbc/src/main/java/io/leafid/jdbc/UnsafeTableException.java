package io.leafid.jdbc;

/**
 * A table, or the way to it, that cannot be trusted with a reservation: changes could be lost, or not be undone.
 */
public final class UnsafeTableException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    UnsafeTableException(String problem, String remedy) {
        super(problem + "; " + remedy);
        this.problem = problem;
        this.remedy = remedy;
    }

    public String problem() {
        return problem;
    }

    public String remedy() {
        return remedy;
    }
}
