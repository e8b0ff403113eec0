package io.leafid.workerid.file;

import io.leafid.workerid.NodeIdentity;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notice that an instance may have had another port before, where each host and port has a worker id of its own. Stateless. */
public final class ChangedPort {

    private static final Logger logger = LoggerFactory.getLogger(ChangedPort.class);

    private ChangedPort() {}

    /** Logs a WARN if this is a first start, and state of the same host lies beside whose process has ended. */
    public static void warn(StatePlace place, NodeIdentity identity) {
        if (MarkFile.peekIfReadable(place.directory()).isPresent()) {
            return;
        }
        ofAnEndedNeighbour(place, identity)
                .ifPresent(mark -> logger.warn(
                        "{} starts for the first time, and {}, whose state is beside its own in {}, does not run; in the modes mysql and zk_normal each"
                                + " host and port has a worker id of its own, so that a port that changes uses up another each time",
                        identity,
                        mark.identity(),
                        place.directory()));
    }

    private static Optional<MarkRecord> ofAnEndedNeighbour(StatePlace place, NodeIdentity identity) {
        return place.ofOtherPorts().stream()
                .flatMap(directory -> MarkFile.peekIfReadable(directory).stream())
                .filter(mark -> mark.identity().replaceFirst(":\\d+$", "").equals(hostOf(identity)))
                .filter(mark -> !mark.binding().writer().isRunning())
                .findFirst();
    }

    private static String hostOf(NodeIdentity identity) {
        return identity.toString().replaceFirst(":\\d+$", "");
    }
}
