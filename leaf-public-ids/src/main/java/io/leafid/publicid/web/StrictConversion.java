package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConverterRegistry;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.bind.support.WebBindingInitializer;

/**
 * Conversion service that lets nothing else read a text which is no public id, and nothing be read from one that is no id. Thread-safe.
 *
 * <p>Where a conversion fails, Spring's binder tries its editor of numbers, for which the text 7 is the id 7: a client that knows how
 * ids look would get past every public id. The binder does so only after a {@link ConversionFailedException}, so another one
 * leaves here. A type other than those of ids would be filled from the number, by whatever converter there is for it, so it is refused; at
 * start, too, where it is seen then.
 *
 * @param conversion the conversion of the application
 */
record StrictConversion(ConversionService conversion) implements ConversionService {

    /**
     * Makes the binders of a server strict. What is added last converts first: before a formatter of the application, and also where Boot adds none
     * of its converters.
     *
     * @return whether their conversion could be reached
     */
    static boolean applyTo(@Nullable WebBindingInitializer initializer, PublicIdConverter converter) {
        if (!(initializer instanceof ConfigurableWebBindingInitializer binding)) {
            return false;
        }
        ConversionService conversion = binding.getConversionService();
        if (conversion == null || !isAdded(conversion, converter)) {
            return false;
        }
        binding.setConversionService(new StrictConversion(conversion));
        return true;
    }

    private static boolean isAdded(ConversionService conversion, PublicIdConverter converter) {
        try {
            if (conversion instanceof ConverterRegistry registry) {
                registry.addConverter(converter);
                return true;
            }
        } catch (UnsupportedOperationException ex) {
            // one that is shared by all, and cannot be changed
        }
        return false;
    }

    @Override
    public boolean canConvert(@Nullable Class<?> source, Class<?> target) {
        return conversion.canConvert(source, target);
    }

    /** A refused value is to come here, and not to an editor of numbers. */
    @Override
    public boolean canConvert(@Nullable TypeDescriptor source, TypeDescriptor target) {
        return isRefused(source, target) || conversion.canConvert(source, target);
    }

    private static boolean isRefused(@Nullable TypeDescriptor source, TypeDescriptor target) {
        return PublicIdTypes.isRefused(source) || PublicIdTypes.isRefused(target);
    }

    @Override
    public <T> @Nullable T convert(@Nullable Object value, Class<T> target) {
        return conversion.convert(value, target);
    }

    @Override
    public @Nullable Object convert(@Nullable Object value, @Nullable TypeDescriptor source, TypeDescriptor target) {
        if (isRefused(source, target)) {
            throw new IllegalStateException(
                    "@PublicId is on a type that is not filled from public ids: %s to %s".formatted(source, target));
        }
        try {
            return conversion.convert(value, source, target);
        } catch (ConversionFailedException ex) {
            throw target.hasAnnotation(PublicId.class) ? unwrapped(ex) : ex;
        }
    }

    private static RuntimeException unwrapped(ConversionFailedException failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        return (cause instanceof RuntimeException known) ? known : new IllegalStateException(cause);
    }
}
