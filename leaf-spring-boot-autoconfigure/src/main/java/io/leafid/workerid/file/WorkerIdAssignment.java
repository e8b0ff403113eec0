package io.leafid.workerid.file;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which instance has which worker id, by configuration. Immutable. */
public final class WorkerIdAssignment {

    /** Instead of a number: the number at the end of the host name, as Kubernetes gives one to the pods of a StatefulSet. */
    public static final String ORDINAL = "ordinal";

    private static final String WORKER_ID_KEY = "leaf.snowflake.local.worker-id";
    private static final String MAP_KEY = "leaf.snowflake.local.work-id-map";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern OWNER = Pattern.compile("\\[?([^\\[\\]]+?)]?:(\\d{1,5})");

    /** The name of a pod, or a full name that begins with it. */
    private static final Pattern ENDS_WITH_ORDINAL = Pattern.compile("[^.]*-(\\d{1,9})(\\..*)?");

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
                && !NUMBER.matcher(workerId).matches()) {
            throw new WorkerIdException.BadAssignment(
                    "%s must be a number or '%s', but is '%s'".formatted(WORKER_ID_KEY, ORDINAL, workerId));
        }
        Map<String, Integer> known = new TreeMap<>();
        Map<Integer, String> owners = new TreeMap<>();
        workerIdByOwner.forEach((key, id) -> {
            String owner = identityOf(key).toString();
            String other = owners.putIfAbsent(id, owner);
            Integer before = known.put(owner, id);
            if (id < 0 || other != null || before != null) {
                throw new WorkerIdException.BadAssignment(
                        "%s gives worker id %d to %s%s; give every instance one of its own, not below 0"
                                .formatted(MAP_KEY, id, owner, (other == null) ? "" : " and to " + other));
            }
        });
        return new WorkerIdAssignment(workerId, Collections.unmodifiableMap(known));
    }

    private static NodeIdentity identityOf(String key) {
        Matcher parts = OWNER.matcher(key);
        try {
            if (parts.matches()) {
                return new NodeIdentity(parts.group(1), Integer.parseInt(parts.group(2)));
            }
        } catch (IllegalArgumentException ex) {
            throw badKey(key, String.valueOf(ex.getMessage()));
        }
        throw badKey(key, "it is not host:port");
    }

    private static WorkerIdException badKey(String key, String reason) {
        return new WorkerIdException.BadAssignment(
                ("key '%s' of %s is no instance: %s; write \"[10.0.0.1:8080]\" in YAML, %s[10.0.0.1:8080] in properties, "
                                + "with brackets, or the colon is lost")
                        .formatted(key, MAP_KEY, reason, MAP_KEY));
    }

    /** All that is assigned by owner, sorted. */
    Map<String, Integer> workerIdByOwner() {
        return workerIdByOwner;
    }

    /** Where the worker id of an instance is configured, for messages. */
    String source() {
        return (workerId == null) ? MAP_KEY : WORKER_ID_KEY;
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
            throw new WorkerIdException.BadAssignment("no worker id is configured for %s; %s has %s; add it, or set %s"
                    .formatted(identity, MAP_KEY, workerIdByOwner, WORKER_ID_KEY));
        }
        if (!range.contains(assigned)) {
            throw new WorkerIdException.BadAssignment(
                    "worker id %d of %s in %s is outside %s (leaf.snowflake.worker-ids)"
                            .formatted(assigned, identity, source(), range));
        }
        boolean isElsewhere = workerIdByOwner.containsValue(assigned) ? !assigned.equals(mapped) : mapped != null;
        if (isElsewhere) {
            throw new WorkerIdException.BadAssignment("%s gives worker id %d to %s, but %s has %s; correct one of them"
                    .formatted(source(), assigned, identity, MAP_KEY, workerIdByOwner));
        }
        return assigned;
    }

    private @Nullable Integer ownWorkerId(NodeIdentity identity, @Nullable Integer mapped) {
        if (workerId == null) {
            return mapped;
        }
        return workerId.equals(ORDINAL) ? ordinalOf(identity.host()) : Integer.parseInt(workerId);
    }

    private static int ordinalOf(String host) {
        Matcher name = ENDS_WITH_ORDINAL.matcher(host);
        if (!name.matches()) {
            throw new WorkerIdException.BadAssignment(
                    ("%s is '%s', but the host '%s' does not end with a number as 'orders-3' does; "
                                    + "set leaf.snowflake.host to the name of the pod, or %s to a number")
                            .formatted(WORKER_ID_KEY, ORDINAL, host, WORKER_ID_KEY));
        }
        return Integer.parseInt(name.group(1));
    }
}
