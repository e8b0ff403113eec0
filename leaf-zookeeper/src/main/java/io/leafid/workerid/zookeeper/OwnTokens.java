package io.leafid.workerid.zookeeper;

import java.util.LinkedHashMap;
import java.util.Map;

/** The tokens that this process has used last: a standby asks with a new one at each report, for weeks. Thread-safe. */
final class OwnTokens {

    /** How many are remembered. */
    static final int MOST = 64;

    private final Map<String, Boolean> last = new LinkedHashMap<>(16, 0.75F, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    synchronized void add(String token) {
        last.put(token, true);
    }

    synchronized boolean contains(String token) {
        return last.containsKey(token);
    }
}
