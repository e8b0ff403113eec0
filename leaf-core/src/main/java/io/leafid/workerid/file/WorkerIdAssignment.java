package io.leafid.workerid.file;

import io.leafid.text.Digits;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Assignment of worker ids to instances by configuration. Immutable. */
public final class WorkerIdAssignment {

    /** Instead of a number: the number at the end of the host name, as Kubernetes gives one to the pods of a StatefulSet. */
    public static final String ORDINAL = "ordinal";

    private static final String CONFIGURED = "the configured worker id";
    private static final String MAP = "the work-id map";

    private static final int MAX_DIGITS = 9;
    private static final int PORT_DIGITS = 5;

    private final @Nullable String workerId;
    private final Map<String, Integer> workerIdByOwner;

    private WorkerIdAssignment(@Nullable String workerId, Map<String, Integer> workerIdByOwner) {
        this.workerId = workerId;
        this.workerIdByOwner = workerIdByOwner;
    }

    /**
     * Takes the configuration.
     *
     * @param workerId the worker id of this instance, or {@link #ORDINAL}, or {@code null} to look it up
     * @param workerIdByOwner worker ids by {@code host:port}, an IPv6 address in brackets; may be empty
     * @throws WorkerIdException.BadAssignment if a key or a number is not one, or a worker id is given twice
     */
    public static WorkerIdAssignment of(@Nullable String workerId, Map<String, Integer> workerIdByOwner) {
        if (workerId != null
                && !workerId.equals(ORDINAL)
                && Digits.parse(workerId, MAX_DIGITS).isEmpty()) {
            throw new WorkerIdException.BadAssignment(
                    "%s must be a number or '%s', but is '%s'".formatted(CONFIGURED, ORDINAL, workerId),
                    WorkerIdComponent.WORKER_ID);
        }
        Map<String, Integer> known = new TreeMap<>();
        Map<Integer, String> owners = new TreeMap<>();
        workerIdByOwner.forEach((key, id) -> {
            String owner = identityOf(key).toString();
            String other = owners.putIfAbsent(id, owner);
            Integer before = known.put(owner, id);
            if (id < 0 || other != null || before != null) {
                throw new WorkerIdException.BadAssignment(
                        "%s gives worker id %s to %s%s; give every instance one of its own, not below 0"
                                .formatted(MAP, id, owner, (other == null) ? "" : " and to " + other),
                        WorkerIdComponent.WORK_ID_MAP);
            }
        });
        return new WorkerIdAssignment(workerId, Collections.unmodifiableMap(known));
    }

    private static NodeIdentity identityOf(String key) {
        int colon = key.lastIndexOf(':');
        int port = (int) Digits.parse(key.substring(colon + 1), PORT_DIGITS).orElse(-1);
        if (colon < 1 || port < 0) {
            throw badKey(key, "it is not host:port");
        }
        try {
            return new NodeIdentity(withoutBrackets(key.substring(0, colon)), port);
        } catch (IllegalArgumentException ex) {
            throw badKey(key, String.valueOf(ex.getMessage()));
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static WorkerIdException badKey(String key, String reason) {
        return new WorkerIdException.BadAssignment(
                "key '%s' of %s is no instance: %s".formatted(key, MAP, reason), WorkerIdComponent.WORK_ID_MAP);
    }

    /** All that is assigned by owner, sorted. */
    Map<String, Integer> workerIdByOwner() {
        return workerIdByOwner;
    }

    /** The place where the worker id of an instance is configured, for messages. */
    String source() {
        return (workerId == null) ? MAP : CONFIGURED;
    }

    /** The component of the configuration that is. */
    WorkerIdComponent component() {
        return (workerId == null) ? WorkerIdComponent.WORK_ID_MAP : WorkerIdComponent.WORKER_ID;
    }

    /**
     * The worker id of an instance.
     *
     * @throws WorkerIdException.BadAssignment if there is none, it lies outside the range, or another instance has it
     */
    int workerIdOf(NodeIdentity identity, WorkerIdRange range) {
        Integer mapped = workerIdByOwner.get(identity.toString());
        Integer assigned = ownWorkerId(identity, mapped);
        if (assigned == null) {
            throw new WorkerIdException.BadAssignment(
                    "no worker id is configured for %s; %s has %s; add it, or configure the worker id"
                            .formatted(identity, MAP, workerIdByOwner),
                    WorkerIdComponent.HOST,
                    WorkerIdComponent.PORT,
                    WorkerIdComponent.WORK_ID_MAP,
                    WorkerIdComponent.WORKER_ID);
        }
        if (!range.contains(assigned)) {
            throw new WorkerIdException.BadAssignment(
                    "worker id %s of %s, by %s, is outside the range %s of this site"
                            .formatted(assigned, identity, source(), range),
                    component(),
                    WorkerIdComponent.WORKER_IDS);
        }
        boolean isElsewhere = workerIdByOwner.containsValue(assigned) ? !assigned.equals(mapped) : mapped != null;
        if (isElsewhere) {
            throw new WorkerIdException.BadAssignment(
                    "%s gives worker id %s to %s, but %s has %s; correct one of them"
                            .formatted(source(), assigned, identity, MAP, workerIdByOwner),
                    WorkerIdComponent.WORKER_ID,
                    WorkerIdComponent.WORK_ID_MAP);
        }
        return assigned;
    }

    private @Nullable Integer ownWorkerId(NodeIdentity identity, @Nullable Integer mapped) {
        if (workerId == null) {
            return mapped;
        }
        return workerId.equals(ORDINAL) ? ordinalOf(identity.host()) : Integer.parseInt(workerId);
    }

    /** The number at the end of a pod's name, or of a full name's first part. */
    private static int ordinalOf(String host) {
        int dot = host.indexOf('.');
        String name = (dot < 0) ? host : host.substring(0, dot);
        int dash = name.lastIndexOf('-');
        OptionalLong ordinal = Digits.parse(name.substring(dash + 1), MAX_DIGITS);
        if (dash < 0 || ordinal.isEmpty()) {
            throw new WorkerIdException.BadAssignment(
                    ("%s is '%s', but the host '%s' does not end with a number as 'orders-3' does; "
                                    + "set the host to the name of the pod, or the worker id to a number")
                            .formatted(CONFIGURED, ORDINAL, host),
                    WorkerIdComponent.HOST,
                    WorkerIdComponent.WORKER_ID);
        }
        return (int) ordinal.getAsLong();
    }
}
