package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.math.BigInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.AnnotatedWithParams;

/**
 * Maker of instances of a class that wraps an id, such as {@code record OrderId(@JsonValue @PublicId("order") long value)}. Jackson gives the
 * constructor of such a class the number itself, and looks at no annotation of the parameter. Thread-safe.
 */
final class PublicIdWrapper extends StdValueInstantiator {

    private static final long serialVersionUID = 1L;

    /** Source of makers that take the place of Jackson's where a class wraps an id. Thread-safe. */
    static final class Makers extends ValueInstantiators.Base {

        private final Supplier<PublicIds> publicIds;

        Makers(Supplier<PublicIds> publicIds) {
            this.publicIds = publicIds;
        }

        @Override
        public ValueInstantiator modifyValueInstantiator(
                DeserializationConfig config, BeanDescription.Supplier description, ValueInstantiator usual) {
            if (usual instanceof StdValueInstantiator known) {
                PublicIdWrapper wrapper =
                        new PublicIdWrapper(known, description.get().findJsonValueAccessor(), publicIds);
                return wrapper.wrapsId() ? wrapper : usual;
            }
            return usual;
        }
    }

    private final transient Supplier<PublicIds> publicIds;

    private final @Nullable String tag;

    /**
     * Makes a maker that behaves as another but for ids.
     *
     * @param value what is written in place of an instance; {@code null} if it is written property by property
     * @throws IllegalArgumentException if it would make instances of something else that has {@code @PublicId}
     */
    PublicIdWrapper(StdValueInstantiator other, @Nullable AnnotatedMember value, Supplier<PublicIds> publicIds) {
        super(other);
        this.publicIds = publicIds;
        this.tag = Stream.concat(parameters(_fromLongCreator), Stream.ofNullable(value))
                .map(element -> element.getAnnotation(PublicId.class))
                .filter(found -> found != null && _fromLongCreator != null)
                .map(PublicId::value)
                .findFirst()
                .orElse(null);
        requireNoOther();
    }

    private void requireNoOther() {
        Stream.of(
                        _fromStringCreator,
                        _fromIntCreator,
                        _fromBigIntegerCreator,
                        _fromDoubleCreator,
                        _fromBigDecimalCreator,
                        _fromBooleanCreator)
                .flatMap(PublicIdWrapper::parameters)
                .forEach(PublicIdWrapper::refuse);
        Stream.of(_delegateCreator, _arrayDelegateCreator)
                .flatMap(PublicIdWrapper::parameters)
                .filter(parameter -> PublicIdIntrospector.hasIds(parameter.getType()))
                .forEach(PublicIdWrapper::refuse);
    }

    private static void refuse(AnnotatedParameter parameter) {
        throw PublicIdIntrospector.refused(
                parameter, "an instance that is made of nothing else is made of a long or Long");
    }

    private static Stream<AnnotatedParameter> parameters(@Nullable AnnotatedWithParams creator) {
        return (creator == null)
                ? Stream.empty()
                : IntStream.range(0, creator.getParameterCount())
                        .mapToObj(creator::getParameter)
                        .filter(each -> each.hasAnnotation(PublicId.class));
    }

    /** Returns whether it differs from the other. */
    boolean wrapsId() {
        return tag != null;
    }

    @Override
    public boolean canCreateFromString() {
        return wrapsId() || super.canCreateFromString();
    }

    /** A creator of the application's own comes first: it has the text, and no number passes. */
    @Override
    public Object createFromString(DeserializationContext context, String text) {
        String known = tag;
        return (known == null || _fromStringCreator != null)
                ? super.createFromString(context, text)
                : super.createFromLong(
                        context, PublicIdDeserializer.decode(context.getParser(), publicIds.get(), known, text));
    }

    @Override
    public Object createFromInt(DeserializationContext context, int number) {
        requireText(context);
        return super.createFromInt(context, number);
    }

    @Override
    public Object createFromLong(DeserializationContext context, long number) {
        requireText(context);
        return super.createFromLong(context, number);
    }

    @Override
    public Object createFromBigInteger(DeserializationContext context, BigInteger number) {
        requireText(context);
        return super.createFromBigInteger(context, number);
    }

    private void requireText(DeserializationContext context) {
        if (tag != null) {
            throw PublicIdDeserializer.noText(context.getParser(), tag);
        }
    }
}
