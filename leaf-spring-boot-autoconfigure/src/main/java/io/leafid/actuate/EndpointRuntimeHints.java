package io.leafid.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** The hints that a native image needs to write those parts of the endpoint as JSON that stand in maps. Stateless. */
final class EndpointRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(),
                        DatabaseDescriptor.class,
                        TextDescriptor.class,
                        TagDescriptor.Current.class,
                        TagDescriptor.Range.class,
                        TagDescriptor.Load.class);
    }
}
