package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Constructor;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.Property;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.ReflectionUtils;

/** The members with {@code @PublicId} of a class that a request fills, and of the classes within it. Used by one thread. */
final class PublicIdMembers {

    /** Collections in one another; a type variable may be bound by itself. */
    private static final int DEEPEST = 8;

    private final Map<String, TypeDescriptor> found = new TreeMap<>();
    private final Set<Class<?>> seen = new HashSet<>();

    private PublicIdMembers() {}

    /** The members by name. */
    static Map<String, TypeDescriptor> of(Class<?> type) {
        PublicIdMembers members = new PublicIdMembers();
        members.visit(type);
        return members.found;
    }

    private void visit(@Nullable Class<?> type) {
        if (type == null || isForeign(type) || !seen.add(type)) {
            return;
        }
        ReflectionUtils.doWithFields(type, field -> add(type, field.getName(), new TypeDescriptor(field)));
        for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(type)) {
            Property member = new Property(type, property.getReadMethod(), property.getWriteMethod());
            add(type, property.getName(), new TypeDescriptor(member));
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            for (int i = 0; i < constructor.getParameterCount(); i++) {
                add(type, "parameter " + i, new TypeDescriptor(new MethodParameter(constructor, i)));
            }
        }
    }

    /** Whether a class has no members of the application's. */
    private static boolean isForeign(Class<?> type) {
        String name = type.getName();
        return BeanUtils.isSimpleProperty(type)
                || name.startsWith("java.")
                || name.startsWith("jakarta.")
                || name.startsWith("org.springframework.");
    }

    private void add(Class<?> owner, String name, TypeDescriptor member) {
        if (member.hasAnnotation(PublicId.class)) {
            found.putIfAbsent("%s of %s".formatted(name, owner.getName()), member);
        } else {
            visitAll(member.getResolvableType(), DEEPEST);
        }
    }

    /** What a type is made of: the elements of arrays and of collections, in one another. */
    private void visitAll(ResolvableType type, int depth) {
        if (type.isArray()) {
            visitAll(type.getComponentType(), depth);
            return;
        }
        visit(type.resolve());
        if (depth > 0) {
            for (ResolvableType generic : type.getGenerics()) {
                visitAll(generic, depth - 1);
            }
        }
    }
}
