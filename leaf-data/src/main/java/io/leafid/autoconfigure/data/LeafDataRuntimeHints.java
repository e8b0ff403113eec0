package io.leafid.autoconfigure.data;

import io.leafid.data.LeafId;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** The hints that a native image needs so that Hibernate can make its generator of Leaf's ids. Stateless. */
final class LeafDataRuntimeHints implements RuntimeHintsRegistrar {

    /** By name, since it cannot be loaded without Hibernate. */
    static final String GENERATOR = "io.leafid.data.hibernate.LeafIdValueGenerator";

    private static final String HIBERNATE = "org.hibernate.generator.BeforeExecutionGenerator";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerType(LeafId.class, MemberCategory.INVOKE_DECLARED_METHODS);
        if (ClassUtils.isPresent(HIBERNATE, classLoader)) {
            hints.reflection()
                    .registerTypeIfPresent(classLoader, GENERATOR, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        }
    }
}
