package io.leafid.autoconfigure.properties;

import io.leafid.snowflake.StartAfter;
import io.leafid.workerid.WorkerIdRange;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The hints that a native image needs to read the settings whose types Spring's conversion finds a method of by its name. Boot knows the
 * records alone. Stateless.
 */
final class LeafPropertiesRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<Class<?>> READ_BY_NAME = List.of(WorkerIdRange.class, StartAfter.class, WorkIdMap.class);

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        for (Class<?> type : READ_BY_NAME) {
            for (Method method : type.getMethods()) {
                if (method.getName().equals("valueOf")) {
                    hints.reflection().registerMethod(method, ExecutableMode.INVOKE);
                }
            }
        }
        hints.reflection() // the binder makes the map, which it then fills
                .registerType(WorkIdMap.class, map -> map.withConstructor(List.of(), ExecutableMode.INVOKE));
    }
}
