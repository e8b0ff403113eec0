package io.leafid.remote;

import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.LimitedStore;
import io.leafid.segment.store.TagRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClient;

/**
 * Segments from an id service: each allocation is one request over HTTP, which the service carries out as one allocation in its own
 * store. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Each attempt carries a token of its own, and its range counts only if the reply repeats it with the tag: a range is taken from
 *     one reply, once. What a lost or wrong reply may have granted is discarded.
 *   - `last` holds the latest grant of a tag. A range is given back to the instance that granted it, once, with the token of the
 *     grant.
 * Locks: none.
 * </pre>
 */
public final class RemoteSegmentStore implements IdentifiedStore, LimitedStore {

    private static final Logger logger = LoggerFactory.getLogger(RemoteSegmentStore.class);

    private final String service;
    private final InstanceCalls calls;
    private final ServiceExchange patient;
    private final ServiceExchange prompt;
    private final Supplier<String> tokens;
    private final ConcurrentMap<String, Grant> last = new ConcurrentHashMap<>();

    /** The tags that were listed last. */
    private volatile Set<String> listed = Set.of();

    /** The most ids of a tag that the instance that answered last grants at once; none before its first answer. */
    private final ConcurrentMap<String, Long> maxSteps = new ConcurrentHashMap<>();

    /**
     * Makes a store; connects to nothing yet.
     *
     * @param service the name of the service, the same in every run
     * @param calls calls the instances
     * @param client sends the requests; limits itself how long a request may take
     * @param prompt sends those that another instance can still answer; its limit is a part of what callers wait
     * @return the store
     */
    public static RemoteSegmentStore of(String service, InstanceCalls calls, RestClient client, RestClient prompt) {
        return new RemoteSegmentStore(
                service,
                calls,
                new RestClientExchange(client),
                new RestClientExchange(prompt),
                () -> UUID.randomUUID().toString());
    }

    /**
     * Makes a store of its parts.
     *
     * @param service the name of the service, the same in every run
     * @param calls calls the instances
     * @param patient sends a request to one of them
     * @param prompt the same where another one can be asked after it
     * @param tokens draws texts that never come twice
     */
    RemoteSegmentStore(
            String service,
            InstanceCalls calls,
            ServiceExchange patient,
            ServiceExchange prompt,
            Supplier<String> tokens) {
        this.service = service;
        this.calls = calls;
        this.patient = patient;
        this.prompt = prompt;
        this.tokens = tokens;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        if (amount < 1) {
            throw new IllegalArgumentException("at least one id must be allocated, not " + amount);
        }
        return calls.first((instance, isLast) -> allocate(exchange(isLast), instance, tag, amount, floor));
    }

    private ServiceExchange exchange(boolean isLast) {
        return isLast ? patient : prompt;
    }

    private AllocatedSegment allocate(
            ServiceExchange exchange, ServiceInstance instance, String tag, long amount, long floor) {
        String token = tokens.get();
        Map<String, Object> body = new HashMap<>(Map.of("amount", amount, "token", token));
        if (floor > 0) {
            body.put("seen", Long.toString(floor));
        }
        ServiceReply reply = exchange.send(instance, ServiceRequest.allocate(tag, body));
        learn(reply, tag); // from a refusal too
        OptionalLong counter = ReplyReader.rewoundTo(reply, tag);
        if (counter.isPresent() && counter.getAsLong() < floor) { // else it is no answer to what was demanded
            throw new CounterSetBackException(tag, counter.getAsLong(), floor);
        }
        AllocatedSegment range = ReplyReader.range(reply, tag, token, amount);
        last.put(tag, new Grant(instance, token, range.first(), range.end()));
        return range;
    }

    private void learn(ServiceReply reply, String tag) {
        ReplyReader.maxAmount(reply, tag).ifPresent(most -> maxSteps.put(tag, most));
    }

    @Override
    public long maxStep(String tag) {
        return maxSteps.getOrDefault(tag, Long.MAX_VALUE);
    }

    @Override
    public String identity() {
        return "id service " + service;
    }

    @Override
    public String name() {
        return "service";
    }

    @Override
    public Optional<TagRow> find(String tag) {
        try {
            return Optional.of(calls.first((instance, isLast) -> {
                ServiceReply reply = exchange(isLast).send(instance, ServiceRequest.find(tag));
                learn(reply, tag);
                return ReplyReader.row(reply, tag);
            }));
        } catch (UnknownTagException ex) {
            return Optional.empty();
        }
    }

    @Override
    public List<TagRow> findAll() {
        Map<String, TagRow> rows = new HashMap<>();
        try {
            calls.first((instance, isLast) -> list(instance, rows));
        } catch (UnknownTagException ex) {
            logger.debug("no instance that answers lists all tags that were listed before", ex);
        }
        listed = Set.copyOf(rows.keySet());
        return List.copyOf(rows.values());
    }

    /** Adds what an instance lists; without a tag of the list before it says that the tag is unknown. */
    private Map<String, TagRow> list(ServiceInstance instance, Map<String, TagRow> rows) {
        ReplyReader.rows(patient.send(instance, ServiceRequest.all())).forEach(row -> rows.putIfAbsent(row.tag(), row));
        for (String tag : listed) {
            if (!rows.containsKey(tag)) {
                throw TagRow.missing(tag);
            }
        }
        return rows;
    }

    /**
     * Adds a row, where the service lets its clients do so.
     *
     * @return whether the row was added; {@code false} also if an earlier attempt has added it, whose reply was lost
     */
    @Override
    public boolean create(String tag, int step, long initialId) {
        if (step < 1 || initialId < 0) {
            throw new IllegalArgumentException("step must be at least 1, initial id at least 0, but they are %s and %s"
                    .formatted(step, initialId));
        }
        Map<String, Object> body = Map.of("step", step, "initialId", initialId);
        return calls.first((instance, isLast) ->
                ReplyReader.flag(exchange(isLast).send(instance, ServiceRequest.create(tag, body)), tag, "created"));
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
        Grant grant = last.get(tag);
        if (grant == null || !grant.endsWith(first, end) || !last.remove(tag, grant)) {
            return false;
        }
        ServiceReply reply = patient.send(grant.instance(), ServiceRequest.giveBack(tag, grant, first));
        return ReplyReader.flag(reply, tag, "returned");
    }

    /** The name of the store, for a line of a log. */
    @Override
    public String toString() {
        return identity();
    }
}
