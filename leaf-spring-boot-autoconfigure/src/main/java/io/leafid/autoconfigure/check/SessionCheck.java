package io.leafid.autoconfigure.check;

import io.leafid.autoconfigure.check.Findings.Level;
import io.leafid.workerid.zookeeper.client.SilentSessions;
import java.util.function.Supplier;

/**
 * The reply of ZooKeeper's servers about nodes of the original that run and never report. Immutable.
 *
 * @param sessions asks the servers
 */
record SessionCheck(Supplier<SilentSessions> sessions) {

    private static final String TOPIC = "sessions";

    /**
     * Looks.
     *
     * @param unseen how much it matters that a server does not tell its sessions
     */
    void look(Level unseen, Findings findings) {
        SilentSessions found = sessions.get();
        found.clients()
                .forEach(client -> findings.add(
                        Level.WARN,
                        TOPIC,
                        "a client at %s connects as the original does and reports nothing: if it is a node that was started while ZooKeeper was unavailable, no registry shows its worker id; restart it"
                                .formatted(client)));
        found.unseen()
                .forEach(server -> findings.add(
                        unseen,
                        TOPIC,
                        "nodes of the original that run and never report cannot be seen: %s; compare by hand"
                                .formatted(server)));
    }
}
