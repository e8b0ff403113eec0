package io.leafid.actuate;

import io.leafid.TextStatus;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** The hints that a native image needs to write the state as JSON: for the live page where the endpoint is not exposed, and parts that stand in maps. Stateless. */
final class EndpointRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(),
                        LeafDescriptor.class,
                        DatabaseDescriptor.class,
                        TextStatus.class,
                        TagDescriptor.class);
    }
}
