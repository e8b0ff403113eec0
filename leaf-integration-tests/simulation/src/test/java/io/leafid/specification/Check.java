package io.leafid.specification;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Check of traces of one kind. Immutable.
 *
 * @param module the module that follows them
 * @param constants what they bound
 */
record Check(String module, Function<List<ProtocolTrace>, String> constants) {

    Map<String, String> refused(Path directory, List<ProtocolTrace> traces) {
        return new TraceCheck(directory, module).refused(traces, constants.apply(traces));
    }
}
