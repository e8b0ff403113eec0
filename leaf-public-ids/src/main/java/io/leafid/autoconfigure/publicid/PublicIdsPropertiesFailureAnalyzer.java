package io.leafid.autoconfigure.publicid;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says what is wrong with the keys of public ids as Boot would, but for the value. Stateless. */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
final class PublicIdsPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!cause.getName().toString().startsWith("leaf.public-ids")) {
            return null;
        }
        String origin = (cause.getProperty() == null)
                ? ""
                : " (%s)".formatted(cause.getProperty().getOrigin());
        return new FailureAnalysis(
                "Leaf cannot make public ids with these settings, %s%s: %s"
                        .formatted(
                                cause.getName(),
                                origin,
                                NestedExceptionUtils.getMostSpecificCause(cause).getMessage()),
                "Set leaf.public-ids.keys.<name>, such as leaf.public-ids.keys.k2026, to what `openssl rand -hex 32` prints, and"
                        + " leaf.public-ids.current to the name of the key that makes public ids; the others read them.",
                cause);
    }
}
