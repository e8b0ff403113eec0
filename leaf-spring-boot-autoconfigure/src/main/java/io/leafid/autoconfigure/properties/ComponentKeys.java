package io.leafid.autoconfigure.properties;

import io.leafid.workerid.WorkerIdComponent;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** The keys of what an engine calls a component: the one place where the two meet. Stateless. */
public final class ComponentKeys {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private ComponentKeys() {}

    /** The group of a tag's settings, as most would write it: in brackets only where the binder would drop a character else. */
    public static String ofTag(String tag) {
        return (PLAIN.matcher(tag).matches() ? "leaf.tags.%s" : "leaf.tags[%s]").formatted(tag);
    }

    /** The keys of components, in their order. */
    public static List<String> of(Collection<WorkerIdComponent> components) {
        return components.stream().map(ComponentKeys::of).toList();
    }

    private static String of(WorkerIdComponent component) {
        return switch (component) {
            case HOST -> "leaf.snowflake.host";
            case PORT -> "leaf.snowflake.port";
            case NAME -> "leaf.name";
            case TABLE -> "leaf.snowflake.mysql.table";
            case MODE -> "leaf.snowflake.mode";
            case EPOCH -> "leaf.snowflake.epoch";
            case LAYOUT -> "leaf.snowflake.layout";
            case WORKER_IDS -> "leaf.snowflake.worker-ids";
            case WORKER_ID -> "leaf.snowflake.local.worker-id";
            case WORK_ID_MAP -> "leaf.snowflake.local.work-id-map";
            case STATE_DIRECTORY -> "leaf.snowflake.state-directory";
            case PEER_THRESHOLD -> "leaf.snowflake.peer-check.threshold";
            case CREDENTIALS -> "leaf.snowflake.zk.digest";
        };
    }
}
