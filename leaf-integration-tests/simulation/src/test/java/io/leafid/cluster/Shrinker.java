package io.leafid.cluster;

import java.util.ArrayList;
import java.util.List;

/** Finds a short plan that fails as a long one does: it leaves out events for as long as something is violated. Stateless. */
final class Shrinker {

    private Shrinker() {}

    static Plan shrink(Plan failing) {
        Plan shortest = failing;
        for (int chunk = Math.max(1, failing.events().size() / 2); chunk >= 1; chunk /= 2) {
            int before;
            do {
                before = shortest.events().size();
                shortest = withoutChunks(shortest, chunk);
            } while (shortest.events().size() < before);
        }
        return shortest;
    }

    /** Tries each chunk once: those that were needed before one was left out are looked at again when all have been tried. */
    private static Plan withoutChunks(Plan plan, int chunk) {
        Plan shortest = plan;
        int from = 0;
        while (from < shortest.events().size()) {
            List<Plan.Event> events = shortest.events();
            List<Plan.Event> left = new ArrayList<>(events.subList(0, from));
            left.addAll(events.subList(Math.min(events.size(), from + chunk), events.size()));
            Cluster cluster = new Cluster(plan.with(left), false);
            if (cluster.run() == null) {
                from += chunk;
            } else {
                long end = cluster.books().violatedNanos();
                left.removeIf(event -> event.atNanos() > end); // what would come after the violation has not happened
                shortest = plan.with(left);
            }
        }
        return shortest;
    }

    /** What happens by a plan. */
    static String story(Plan plan) {
        Cluster told = new Cluster(plan, true);
        told.run();
        return told.story();
    }
}
