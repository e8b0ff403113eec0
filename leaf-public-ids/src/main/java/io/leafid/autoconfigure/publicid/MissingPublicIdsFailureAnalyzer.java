package io.leafid.autoconfigure.publicid;

import io.leafid.publicid.PublicIds;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/** Says what to set where {@code PublicIds} are wanted and there are no keys. Stateless. */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
final class MissingPublicIdsFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        ResolvableType wanted = cause.getResolvableType();
        if (wanted == null || cause.getNumberOfBeansFound() != 0 || wanted.toClass() != PublicIds.class) {
            return null;
        }
        return new FailureAnalysis(
                "%s needs a bean of type %s, but Leaf has no key to make public ids with."
                        .formatted((description == null) ? "A component" : description, PublicIds.class.getName()),
                """
                Do one of these:

                    - Set leaf.public-ids.keys.<name>, such as leaf.public-ids.keys.k2026, to what `openssl rand -hex 32` prints.
                    - Define a bean of type io.leafid.publicid.PublicIdKeys.

                Neither counts where leaf.enabled is false.""",
                cause);
    }
}
