package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.bind.support.WebBindingInitializer;

/**
 * Conversion service that lets nothing else read a text which is no public id. Thread-safe.
 *
 * <p>Where a conversion fails, Spring's binder tries its editor of numbers, for which the text 7 is the id 7: a client that knows how
 * ids look would get past every public id. The binder does so only after a {@link ConversionFailedException}, so another one
 * leaves here.
 */
final class StrictConversion implements ConversionService {

    private static final Logger logger = LoggerFactory.getLogger(StrictConversion.class);

    private final ConversionService conversion;

    StrictConversion(ConversionService conversion) {
        this.conversion = conversion;
    }

    /** Makes the binders of a server strict. */
    static void applyTo(@Nullable WebBindingInitializer initializer) {
        if (initializer instanceof ConfigurableWebBindingInitializer binding
                && binding.getConversionService() != null) {
            binding.setConversionService(new StrictConversion(binding.getConversionService()));
        } else {
            logger.warn(
                    "the WebBindingInitializer of this application has no conversion service that Leaf can reach: @PublicId counts in"
                            + " bodies but not in paths and parameters, which have plain numbers");
        }
    }

    @Override
    public boolean canConvert(@Nullable Class<?> source, Class<?> target) {
        return conversion.canConvert(source, target);
    }

    @Override
    public boolean canConvert(@Nullable TypeDescriptor source, TypeDescriptor target) {
        return conversion.canConvert(source, target);
    }

    @Override
    public <T> @Nullable T convert(@Nullable Object value, Class<T> target) {
        return conversion.convert(value, target);
    }

    @Override
    public @Nullable Object convert(@Nullable Object value, @Nullable TypeDescriptor source, TypeDescriptor target) {
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
