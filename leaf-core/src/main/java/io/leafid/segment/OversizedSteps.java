package io.leafid.segment;

import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.store.TagRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of rows whose own step is larger than the most that an allocation should take, since the row wins; once for each step.
 * Thread-safe.
 */
final class OversizedSteps {

    private static final Logger logger = LoggerFactory.getLogger(OversizedSteps.class);

    /** Tags that one warning names. */
    private static final int MOST_NAMED = 5;

    private final AllocationSettings settings;
    private Map<String, Long> reported = Map.of(); // guarded by this

    OversizedSteps(AllocationSettings settings) {
        this.settings = settings;
    }

    /** Looks at all rows of a table. */
    synchronized void look(List<TagRow> rows) {
        Map<String, Long> found = new HashMap<>();
        Set<String> fresh = new TreeSet<>();
        for (TagRow row : rows) {
            if (row.step() > settings.maxStepOf(row.tag())) {
                found.put(row.tag(), row.step());
                if (!Objects.equals(row.step(), reported.get(row.tag()))) {
                    fresh.add(row.tag());
                }
            }
        }
        reported = Map.copyOf(found);
        if (!fresh.isEmpty()) {
            warn(fresh, found);
        }
    }

    private void warn(Set<String> fresh, Map<String, Long> found) {
        String named = fresh.stream()
                .limit(MOST_NAMED)
                .map(tag -> "'%s' (step %s, max-step %s)".formatted(tag, found.get(tag), settings.maxStepOf(tag)))
                .collect(Collectors.joining(", "));
        int more = fresh.size() - MOST_NAMED;
        logger.warn(
                "the step of a row is larger than max-step, and is what is allocated: {}{}; raise max-step or lower the step by SQL",
                named,
                (more > 0) ? " and %s more".formatted(more) : "");
    }
}
