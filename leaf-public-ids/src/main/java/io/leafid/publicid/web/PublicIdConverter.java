package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/**
 * Converter between public ids and ids, for what has {@code @PublicId}: parameters, properties, forms, views and links to controllers. An
 * empty text is no id, as it is where a number is expected. Thread-safe.
 *
 * @param publicIds asked when the first text or id is met
 */
public record PublicIdConverter(Supplier<PublicIds> publicIds) implements ConditionalGenericConverter {

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Long.class), new ConvertiblePair(Long.class, String.class));
    }

    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        return annotated(source, target).hasAnnotation(PublicId.class);
    }

    private static TypeDescriptor annotated(TypeDescriptor source, TypeDescriptor target) {
        return (source.getType() == String.class) ? target : source;
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
        if (source == null || source.equals("")) {
            return null;
        }
        String tag = Objects.requireNonNull(annotated(from, to).getAnnotation(PublicId.class))
                .value();
        return (source instanceof Long id)
                ? publicIds.get().encode(tag, id)
                : (Object) publicIds.get().decode(tag, (String) source);
    }
}
