package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;
import org.springframework.util.StringUtils;

/**
 * Converter from public ids to ids, for parameters and properties with {@code @PublicId}. An empty text is no id, as it is where a
 * number is expected. Thread-safe.
 */
public final class PublicIdParser implements ConditionalGenericConverter {

    private final Supplier<PublicIds> publicIds;

    /** Makes a converter that asks for the public ids when it meets the first text. */
    public PublicIdParser(Supplier<PublicIds> publicIds) {
        this.publicIds = publicIds;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Long.class));
    }

    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        return target.hasAnnotation(PublicId.class);
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor from, TypeDescriptor to) {
        String text = (String) source;
        if (!StringUtils.hasLength(text)) {
            return null;
        }
        PublicId annotation = Objects.requireNonNull(to.getAnnotation(PublicId.class));
        return publicIds.get().decode(annotation.value(), text);
    }
}
