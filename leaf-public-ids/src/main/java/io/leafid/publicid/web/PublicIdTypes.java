package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;

/** The types that are filled from public ids. All others are refused, since they would be filled from the number. Stateless. */
final class PublicIdTypes {

    private static final Set<Class<?>> IDS = Set.of(long.class, Long.class, long[].class, Long[].class);

    private static final Set<Class<?>> COLLECTIONS = Set.of(Collection.class, List.class, Set.class);

    private PublicIdTypes() {}

    /** Whether a place has the annotation and a type that is not filled. */
    static boolean isRefused(@Nullable TypeDescriptor type) {
        return type != null && type.hasAnnotation(PublicId.class) && !isSupported(type);
    }

    private static boolean isSupported(TypeDescriptor type) {
        return IDS.contains(type.getType()) || (isContainer(type.getType()) && elementOf(type) == Long.class);
    }

    private static boolean isContainer(Class<?> type) {
        return COLLECTIONS.contains(type) || type == Optional.class;
    }

    private static @Nullable Class<?> elementOf(TypeDescriptor type) {
        return type.getResolvableType().getGeneric().resolve();
    }
}
