package io.leafid.cluster;

import java.util.ArrayList;
import java.util.List;

/** Finds a short plan that fails as a long one does: it leaves out events for as long as something is violated. Stateless. */
final class Shrinker {

    private Shrinker() {}

    static Plan shrink(Plan failing) {
        Plan shortest = failing;
        for (int chunk = Math.max(1, failing.events().size() / 2); chunk >= 1; chunk /= 2) {
            boolean isShorter = true;
            while (isShorter) {
                Plan shorter = withoutOneChunk(shortest, chunk);
                isShorter = shorter.events().size() < shortest.events().size();
                shortest = shorter;
            }
        }
        return shortest;
    }

    private static Plan withoutOneChunk(Plan plan, int chunk) {
        List<Plan.Event> events = plan.events();
        for (int from = 0; from < events.size(); from += chunk) {
            List<Plan.Event> left = new ArrayList<>(events.subList(0, from));
            left.addAll(events.subList(Math.min(events.size(), from + chunk), events.size()));
            Plan shorter = plan.with(left);
            if (new Cluster(shorter, false).run() != null) {
                return shorter;
            }
        }
        return plan;
    }

    /** The shortest plan that fails, as a story. */
    static String story(Plan failing) {
        Cluster told = new Cluster(shrink(failing), true);
        told.run();
        return told.story();
    }
}
