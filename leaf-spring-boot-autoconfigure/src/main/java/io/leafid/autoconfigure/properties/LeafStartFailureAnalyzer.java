package io.leafid.autoconfigure.properties;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints what a {@link LeafStartException} explains, before Boot's analyzers find something less telling. */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
final class LeafStartFailureAnalyzer extends AbstractFailureAnalyzer<LeafStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LeafStartException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
