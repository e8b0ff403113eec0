package io.leafid.publicid.jackson;

import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.introspect.ObjectIdInfo;

/** Finds {@code @PublicId} on properties, and says how they are written and read. Thread-safe. */
final class PublicIdIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<PublicIds> publicIds;

    PublicIdIntrospector(Supplier<PublicIds> publicIds) {
        this.publicIds = publicIds;
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated element) {
        return onProperty(
                element,
                (tag, type) -> type.isArrayType()
                        ? new PublicIdSerializer.OfArray(publicIds.get(), tag)
                        : new PublicIdSerializer(publicIds.get(), tag));
    }

    /** A container alone is written without its annotations. */
    @Override
    public @Nullable Boolean hasAsValue(MapperConfig<?> config, Annotated element) {
        if (element.hasAnnotation(PublicId.class)
                && element.hasAnnotation(JsonValue.class)
                && hasIds(typeOf(element))) {
            throw refused(element, "an instance that is written as nothing else is written as a long or Long");
        }
        return null;
    }

    /** What stands for an instance that was written before is the property, without its annotations. */
    @Override
    public @Nullable ObjectIdInfo findObjectIdInfo(MapperConfig<?> config, Annotated element) {
        JsonIdentityInfo identity = element.getAnnotation(JsonIdentityInfo.class);
        if (identity != null
                && identity.generator() == ObjectIdGenerators.PropertyGenerator.class
                && element instanceof AnnotatedClass type) {
            Stream.of(type.fields(), type.memberMethods())
                    .flatMap(members -> StreamSupport.stream(members.spliterator(), false))
                    .filter(member -> member.hasAnnotation(PublicId.class) && isOf(identity.property(), member))
                    .forEach(PublicIdIntrospector::refuseIdentity);
        }
        return null;
    }

    private static boolean isOf(String property, AnnotatedMember member) {
        return member.getName().equals(property) || member.getName().equalsIgnoreCase("get" + property);
    }

    private static void refuseIdentity(AnnotatedMember member) {
        throw refused(
                member,
                "the identity of an instance (@JsonIdentityInfo) is written as the number, so take another one");
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated element) {
        return onContent(element, tag -> new PublicIdSerializer(publicIds.get(), tag));
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated element) {
        return onProperty(
                element,
                (tag, type) -> type.isArrayType()
                        ? new PublicIdDeserializer.OfArray(publicIds.get(), tag)
                        : new PublicIdDeserializer(publicIds.get(), tag, type));
    }

    @Override
    public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated element) {
        if (element instanceof AnnotatedMethod method && method.getParameterCount() == 2) { // for any property
            return findDeserializer(config, element);
        }
        return onContent(
                element,
                tag -> new PublicIdDeserializer(
                        publicIds.get(), tag, typeOf(element).getContentType()));
    }

    private static @Nullable Object onProperty(Annotated element, BiFunction<String, JavaType, Object> converter) {
        PublicId found = element.getAnnotation(PublicId.class);
        if (found == null) {
            return null;
        }
        JavaType type = typeOf(element);
        if (isId(type) || type.hasRawClass(long[].class)) {
            return converter.apply(found.value(), type);
        }
        if (isContainerOfIds(type)) {
            return null;
        }
        throw refused(
                element,
                "it belongs on long, Long, long[], or on a collection, an array, an Optional or a map of Long whose keys are no numbers");
    }

    static IllegalArgumentException refused(Annotated element, String rule) {
        return new IllegalArgumentException("@PublicId(\"%s\") is on %s of type %s; %s"
                .formatted(
                        element.getAnnotation(PublicId.class).value(),
                        element.getName(),
                        typeOf(element).toCanonical(),
                        rule));
    }

    private static @Nullable Object onContent(Annotated element, Function<String, Object> converter) {
        PublicId found = element.getAnnotation(PublicId.class);
        return (found != null && isContainerOfIds(typeOf(element))) ? converter.apply(found.value()) : null;
    }

    private static boolean isId(JavaType type) {
        return type.hasRawClass(long.class) || type.hasRawClass(Long.class);
    }

    /** Of a map the values are texts; keys that may be ids would be written as numbers. */
    private static boolean isContainerOfIds(JavaType type) {
        JavaType key = type.getKeyType();
        return hasIds(type) && (key == null || !key.getRawClass().isAssignableFrom(Long.class));
    }

    static boolean hasIds(JavaType type) {
        return (type.isContainerType() || type.isReferenceType())
                && type.getContentType() != null
                && type.getContentType().hasRawClass(Long.class);
    }

    /** The type of the property, which a setter has as its parameter, the last one if it is for any property. */
    private static JavaType typeOf(Annotated element) {
        return (element instanceof AnnotatedMethod method && method.getParameterCount() > 0)
                ? method.getParameterType(method.getParameterCount() - 1)
                : element.getType();
    }
}
