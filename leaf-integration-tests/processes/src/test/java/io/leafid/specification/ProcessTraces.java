package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.specification.EventFile.Timed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What processes of a test have written down at the points of the protocols, each a behaviour of the specification. For one thread. */
public final class ProcessTraces {

    private static final Logger logger = LoggerFactory.getLogger(ProcessTraces.class);

    private final List<ProtocolTrace> leases = new ArrayList<>();
    private final List<ProtocolTrace> segments = new ArrayList<>();

    /** The option by which a process of a test writes its events to a directory. */
    public static String option(Path directory) {
        return "-D%s=%s".formatted(EventFile.PROPERTY, directory);
    }

    /** Adds each worker id that a registry has lent to processes. */
    public ProcessTraces addLeases(String registry, List<Path> files) throws IOException {
        List<Timed<LeaseEvent>> written = new ArrayList<>();
        for (Path file : files) {
            String process = file.toString();
            List<Timed<LeaseEvent>> own = EventFile.leases(file, process);
            written.addAll(own);
            long end = own.isEmpty() ? 0 : own.get(own.size() - 1).nanos();
            written.add(new Timed<>(end + 1, LeaseEvent.ended(process)));
        }
        written.sort(Comparator.comparingLong(Timed::nanos));
        List<LeaseEvent> events = written.stream().map(Timed::event).toList();
        TreeSet<Integer> workerIds =
                events.stream().map(LeaseEvent::workerId).collect(Collectors.toCollection(TreeSet::new));
        for (int workerId : workerIds.tailSet(0)) {
            leases.add(LeaseProjection.ofProcesses(workerId, events)
                    .trace("%s, worker id %d".formatted(registry, workerId)));
        }
        return this;
    }

    /** Adds a tag. */
    public ProcessTraces addSegments(ProtocolTrace trace) {
        segments.add(trace);
        return this;
    }

    /** Requires that TLC, in a new directory each time, follows all of them, of which there are some. */
    public ProcessTraces requireFollowed(Path directory) throws IOException {
        follow(TraceCheck.OF_LEASES, leases, directory);
        follow(TraceCheck.OF_SEGMENTS, segments, directory);
        assertThat(leases.size() + segments.size()).isPositive();
        return this;
    }

    private static void follow(TraceCheck check, List<ProtocolTrace> traces, Path directory) throws IOException {
        traces.removeIf(trace -> trace.events().isEmpty());
        if (!traces.isEmpty()) {
            traces.forEach(trace ->
                    logger.info("{}: {} events", trace.name(), trace.events().size()));
            assertThat(check.refused(Files.createTempDirectory(directory, check.module()), traces))
                    .isEmpty();
        }
    }

    /** Requires the same of none that was altered. */
    public void requireRefusedIfAltered(Path directory) throws IOException {
        if (!leases.isEmpty()) {
            Altered.leases(leases).requireRefused(Files.createTempDirectory(directory, "altered"));
        }
        if (!segments.isEmpty()) {
            Altered.segments(segments).requireRefused(Files.createTempDirectory(directory, "altered"));
        }
    }
}
