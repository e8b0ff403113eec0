package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/** Converter from ids with {@code @PublicId} to public ids, for forms, views and links to controllers. Thread-safe. */
public final class PublicIdPrinter implements ConditionalGenericConverter {

    private final Supplier<PublicIds> publicIds;

    /** Makes a converter that asks for the public ids when it meets the first id. */
    public PublicIdPrinter(Supplier<PublicIds> publicIds) {
        this.publicIds = publicIds;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(Long.class, String.class));
    }

    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        return source.hasAnnotation(PublicId.class);
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
        if (source == null) {
            return null;
        }
        PublicId annotation = Objects.requireNonNull(from.getAnnotation(PublicId.class));
        return publicIds.get().encode(annotation.value(), (Long) source);
    }
}
