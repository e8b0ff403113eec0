package io.leafid.actuate;

import io.leafid.PrintableText;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.SegmentTagStatus;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The set of tags that have meters of their own: those in use, up to a limit, because every series costs memory here and in the
 * monitoring system. Tags beyond the limit share the meters of {@link #OTHERS}. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A tag has meters of its own or is among the others, never both; once among the others it stays there, since a
 *     counter that lost a part would be taken for a restart.
 *   - Every registry in `registries` has the meters of every tag of `own`, and of OTHERS once there are any.
 * Locks: `this` guards the change of all but `others`, which is read by the registries' own threads.
 * </pre>
 */
final class MeteredTags {

    /** Value of the label {@code tag} for all tags beyond the limit; a tag of this very name is counted there too. */
    static final String OTHERS = "other";

    private static final Logger logger = LoggerFactory.getLogger(MeteredTags.class);

    private final SegmentIdGenerator generator;
    private final int limit;
    private final List<SegmentMeters> registries = new ArrayList<>();
    private final Set<String> own = new HashSet<>();
    private final Set<String> others = ConcurrentHashMap.newKeySet();
    private boolean limitReported;

    MeteredTags(SegmentIdGenerator generator, int limit) {
        this.generator = generator;
        this.limit = limit;
    }

    synchronized void add(MeterRegistry registry) {
        SegmentMeters meters = new SegmentMeters(registry, generator);
        for (String tag : own) {
            generator.status(tag).ifPresent(meters::add);
        }
        if (!others.isEmpty()) {
            addOthersTo(meters);
        }
        registries.add(meters);
    }

    /** Removes the meters of tags that are gone and adds those of tags that have come into use. */
    synchronized void refresh() {
        Set<String> used = generator.usedTags();
        for (String tag : List.copyOf(own)) {
            if (!used.contains(tag)) {
                own.remove(tag);
                registries.forEach(meters -> meters.remove(tag));
            }
        }
        for (String tag : new TreeSet<>(used)) {
            if (!own.contains(tag)) {
                place(tag);
            }
        }
    }

    private void place(String tag) {
        if (others.contains(tag)) {
            return;
        }
        if (own.size() < limit && !tag.equals(OTHERS)) {
            generator.status(tag).ifPresent(this::addOwn);
            return;
        }
        warnOnceOfLimit(tag);
        boolean first = others.isEmpty();
        others.add(tag);
        if (first) {
            registries.forEach(this::addOthersTo);
        }
    }

    private void warnOnceOfLimit(String tag) {
        if (own.size() >= limit && !limitReported) {
            limitReported = true;
            logger.warn(
                    "more than {} tags are in use; from '{}' on their metrics are summed up as tag '{}'"
                            + " (leaf.metrics.max-tags)",
                    limit,
                    PrintableText.of(tag),
                    OTHERS);
        }
    }

    private void addOwn(SegmentTagStatus status) {
        registries.forEach(meters -> meters.add(status));
        own.add(status.tag());
    }

    private void addOthersTo(SegmentMeters meters) {
        meters.addTotals(OTHERS, () -> generator.totals(others::contains));
    }
}
