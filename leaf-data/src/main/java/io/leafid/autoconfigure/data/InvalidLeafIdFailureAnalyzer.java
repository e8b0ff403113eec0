package io.leafid.autoconfigure.data;

import io.leafid.data.property.InvalidLeafIdException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says which property with {@code @LeafId} cannot work, before Boot's analyzers find something less telling. Stateless. */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
final class InvalidLeafIdFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLeafIdException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidLeafIdException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
