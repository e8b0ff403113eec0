package io.leafid.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.snowflake.StartAfter;
import io.leafid.workerid.WorkerIdRange;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.core.ResolvableType;

/** A native image can read what Boot's own hints do not cover: settings whose type has a method that Spring finds by its name. */
class LeafPropertiesRuntimeHintsTest {

    private final RuntimeHints hints = registered();

    /** Those of all registrars that the ahead-of-time processing finds. */
    private static RuntimeHints registered() {
        RuntimeHints hints = new RuntimeHints();
        ClassLoader loader = LeafPropertiesRuntimeHintsTest.class.getClassLoader();
        AotServices.factories(loader)
                .load(RuntimeHintsRegistrar.class)
                .forEach(registrar -> registrar.registerHints(hints, loader));
        return hints;
    }

    @Test
    void eachMethodThatReadsASettingIsKept() {
        Set<Class<?>> types = new LinkedHashSet<>();
        collect(ResolvableType.forClass(LeafProperties.class), types);
        Set<Class<?>> readByName = new LinkedHashSet<>(types);
        readByName.removeIf(type -> type.isEnum() || readers(type).findAny().isEmpty());

        assertThat(readByName).containsExactlyInAnyOrder(WorkerIdRange.class, StartAfter.class, WorkIdMap.class);
        assertThat(readByName.stream().flatMap(LeafPropertiesRuntimeHintsTest::readers))
                .hasSizeGreaterThan(readByName.size()) // a number of YAML is read as one
                .allMatch(method -> RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(method)
                        .test(hints));
    }

    /** All types of Leaf that settings have, with those that lists and maps hold. */
    private static void collect(ResolvableType type, Set<Class<?>> types) {
        for (ResolvableType generic : type.getGenerics()) {
            collect(generic, types);
        }
        Class<?> resolved = type.toClass();
        if (!resolved.getName().startsWith("io.leafid.") || !types.add(resolved) || !resolved.isRecord()) {
            return;
        }
        for (RecordComponent component : resolved.getRecordComponents()) {
            collect(ResolvableType.forMethodReturnType(component.getAccessor()), types);
        }
    }

    private static Stream<Method> readers(Class<?> type) {
        return Stream.of(type.getMethods()).filter(method -> method.getName().equals("valueOf"));
    }

    @Test
    void mapThatTheBinderMakesCanBeMade() throws NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(WorkIdMap.class.getDeclaredConstructor()))
                .accepts(hints);
    }
}
