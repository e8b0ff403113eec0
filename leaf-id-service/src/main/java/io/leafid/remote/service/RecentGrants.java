package io.leafid.remote.service;

import io.leafid.segment.store.AllocatedSegment;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last range of each tag that this instance has granted, with the token of its request: what may be given back, once.
 * Thread-safe.
 *
 * <p>A request to give a range back could be repeated by a proxy after another client was granted the same range. So it must name
 * the token of the grant, and the grant is forgotten before the store is asked.
 */
final class RecentGrants {

    /** The most tags whose grants are remembered; what is forgotten is discarded. */
    static final int MAX_TAGS = 10_000;

    private final Map<String, Grant> grants = new LinkedHashMap<>(16, 0.75F, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Grant> eldest) {
            return size() > MAX_TAGS;
        }
    };

    /** Remembers a grant; only the highest can be the last range of its tag, since each is above those that were allocated before. */
    synchronized void add(String tag, String token, AllocatedSegment range) {
        Grant grant = new Grant(token, range.first(), range.end());
        grants.merge(tag, grant, (known, added) -> (added.end > known.end) ? added : known);
    }

    /** Forgets a grant; returns whether the range is the end of it. */
    synchronized boolean take(String tag, String token, long first, long end) {
        Grant grant = grants.get(tag);
        boolean isMeant = grant != null && grant.token.equals(token) && grant.end == end && first >= grant.first;
        if (isMeant) {
            grants.remove(tag);
        }
        return isMeant;
    }

    private record Grant(String token, long first, long end) {}
}
