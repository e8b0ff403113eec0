package io.leafid.data.hibernate;

import io.leafid.data.property.InvalidLeafIdException;
import io.leafid.data.property.LeafIdProperty;
import io.leafid.data.property.LeafIdSource;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Objects;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * Hibernate's generator of one property with {@code @LeafId}. Thread-safe once it is initialized.
 *
 * <p>Hibernate lets Spring make it, which uses the only public constructor. The annotation is not named here, because it names
 * this class.
 */
public final class LeafIdValueGenerator implements BeforeExecutionGenerator, AnnotationBasedGenerator<Annotation> {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable LeafIdSource source;
    private transient @Nullable LeafIdProperty property;
    private boolean assignable;

    /** Takes ids from the generator of an application, which is made when the first one is wanted. */
    public LeafIdValueGenerator(BeanFactory beans) {
        source = new LeafIdSource(beans);
    }

    /** Used by Hibernate where it does not know Spring: to look at entities ahead of time, or by mistake, which is then said. */
    @SuppressWarnings("unused")
    private LeafIdValueGenerator() {
        source = null;
    }

    /** Deprecated in favour of a constructor that takes the same, beside which Spring can inject no bean. */
    @Override
    @SuppressWarnings("removal")
    public void initialize(Annotation annotation, Member member, GeneratorCreationContext context) {
        String path = ownerOf(member, context) + "." + nameOf(member, context.getProperty());
        requireSettable(path, member, context);
        MergedAnnotation<Annotation> leafId = MergedAnnotation.from(annotation);
        String value = leafId.getString(MergedAnnotation.VALUE);
        String table = context.getValue().getTable().getName();
        LeafIdProperty found = LeafIdProperty.of(path, typeOf(member, context), value, table);
        if (source != null) {
            source.requirePresent(found);
        }
        property = found;
        assignable = leafId.getBoolean("assignable") || !isKey(context) || hasNullableVersion(context);
    }

    /** Returns whether it is the whole key; the parts of one are looked at together. */
    private static boolean isKey(GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass();
        return entity != null && entity.getIdentifierProperty() == context.getProperty();
    }

    /** Returns whether the version tells an entity that is new, whatever its key. */
    private static boolean hasNullableVersion(GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass();
        Property version = entity.getVersion();
        return version != null
                && !version.getGetter(entity.getMappedClass())
                        .getReturnTypeClass()
                        .isPrimitive();
    }

    /** A key that is a record is made anew with its id; a record that is embedded elsewhere is made once, before. */
    private static void requireSettable(String path, Member member, GeneratorCreationContext context) {
        if (context.getPersistentClass() == null && member.getDeclaringClass().isRecord()) {
            throw new InvalidLeafIdException(
                    path
                            + " has @LeafId, but belongs to a record that is embedded in an entity, and Hibernate cannot set it there.",
                    "Make the record a class whose fields are not final, or move the property to the entity.");
        }
    }

    /** The entity; of a property in an embedded part Hibernate does not tell it. */
    private static String ownerOf(Member member, GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass();
        return (entity == null) ? member.getDeclaringClass().getName() : entity.getEntityName();
    }

    private static String nameOf(Member member, @Nullable Property property) {
        return (property == null) ? member.getName() : property.getName();
    }

    /** The type in the source code if that is a primitive, else what Hibernate knows, also of a type variable. */
    private static Class<?> typeOf(Member member, GeneratorCreationContext context) {
        Class<?> declared = (member instanceof Field field) ? field.getType() : ((Method) member).getReturnType();
        return declared.isPrimitive() ? declared : context.getType().getReturnedClass();
    }

    /** Keeps a value that was assigned; Hibernate passes the present one. */
    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        if (currentValue != null && !LeafIdProperty.isUnset(currentValue)) {
            return currentValue;
        }
        LeafIdProperty initialized = Objects.requireNonNull(property, "initialized by Hibernate");
        if (source == null) {
            throw new InvalidLeafIdException(
                    initialized.path() + " has @LeafId, but Hibernate does not know Spring's beans.",
                    "Set the JPA property hibernate.resource.beans.container to a SpringBeanContainer, as Spring Boot does.");
        }
        return source.next(initialized);
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public boolean allowAssignedIdentifiers() {
        return assignable;
    }
}
