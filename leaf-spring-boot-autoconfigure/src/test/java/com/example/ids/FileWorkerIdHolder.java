package com.example.ids;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids in a file of one machine: the same identity gets the same one. A lock that ends with the process says which of them
 * are alive. For one thread at a time, but for {@link #list()}.
 */
public final class FileWorkerIdHolder implements WorkerIdHolder {

    private static final String LAYOUT = "layout";

    /** Closing any channel of a file would let go of the lock that this process has on it, so it is never opened twice. */
    private static final Map<Path, FileWorkerIdHolder> ALIVE = new ConcurrentHashMap<>();

    private final Path directory;
    private final NodeIdentity identity;
    private final SharedFile file;
    private @Nullable FileChannel lock;
    private volatile @Nullable Path locked;

    /** Makes the holder; touches no file yet. */
    public FileWorkerIdHolder(Path directory, NodeIdentity identity) {
        this.directory = directory.toAbsolutePath();
        this.identity = identity;
        this.file = new SharedFile(directory.resolve("worker-ids.properties"));
    }

    /** What is recorded for a worker id: {@code owner token ceiling reported}. */
    private record Row(String owner, String token, long ceiling, long reported) {

        static Optional<Row> of(Properties rows, int workerId) {
            return Optional.ofNullable(rows.getProperty(String.valueOf(workerId)))
                    .map(text -> {
                        String[] parts = text.split(" ", -1);
                        return new Row(parts[0], parts[1], Long.parseLong(parts[2]), Long.parseLong(parts[3]));
                    });
        }

        void put(Properties rows, int workerId) {
            rows.setProperty(String.valueOf(workerId), owner + " " + token + " " + ceiling + " " + reported);
        }
    }

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    public String name() {
        return "file";
    }

    @Override
    public String registry() {
        return "file " + directory;
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        return change(rows -> {
            checkLayout(rows, request.layout());
            int workerId = ownOrFree(rows, request);
            Optional<Row> row = Row.of(rows, workerId);
            if (!lock(workerId)) {
                throw new WorkerIdException.IdentityInUse(identity, identity + " runs already, see " + directory);
            }
            long floor = row.map(last -> request.floorFor(workerId, last.token, last.ceiling, last.reported))
                    .orElseGet(() -> request.floorFor(workerId, "", 0, 0));
            if (!request.acceptsFloor(floor)) {
                close();
                throw new WorkerIdException.ClockBehindMark(
                        workerId, request.time().now(), Instant.ofEpochMilli(floor));
            }
            WorkerIdLease lease = request.lease(workerId, floor);
            record(rows, lease, request.time().currentTimeMillis());
            return lease;
        });
    }

    private void checkLayout(Properties rows, SnowflakeLayout configured) {
        String mine = configured.epochMillis() + " " + configured.timestampBits() + " " + configured.workerIdBits()
                + " " + configured.sequenceBits();
        String recorded = (String) rows.putIfAbsent(LAYOUT, mine);
        if (recorded != null && !recorded.equals(mine)) {
            String[] parts = recorded.split(" ", -1);
            throw new WorkerIdException.LayoutMismatch(
                    directory.toString(),
                    new SnowflakeLayout(
                            Long.parseLong(parts[0]),
                            Integer.parseInt(parts[1]),
                            Integer.parseInt(parts[2]),
                            Integer.parseInt(parts[3])),
                    configured);
        }
    }

    private int ownOrFree(Properties rows, LeaseRequest request) {
        WorkerIdRange usable = request.usableWorkerIds();
        List<Integer> range =
                IntStream.rangeClosed(usable.first(), usable.last()).boxed().toList();
        return range.stream()
                .filter(id -> Row.of(rows, id)
                        .filter(row -> row.owner.equals(identity.toString()))
                        .isPresent())
                .findFirst()
                .or(() ->
                        range.stream().filter(id -> Row.of(rows, id).isEmpty()).findFirst())
                .orElseThrow(() -> new WorkerIdException.Exhausted(
                        "no worker id of " + usable + " is free in " + directory, entries(rows)));
    }

    private void record(Properties rows, WorkerIdLease lease, long reported) {
        new Row(identity.toString(), lease.token(), lease.ceilingMillis(), reported).put(rows, lease.workerId());
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        return change(rows -> {
            Row row = owned(rows, lease, token);
            if (!lock(lease.workerId())) {
                throw new WorkerIdException.LeaseLost("worker id " + lease.workerId() + " is used by another process");
            }
            WorkerIdLease extended = lease.upTo(Math.max(row.ceiling, ceilingMillis), token);
            record(rows, extended, row.reported);
            return extended;
        });
    }

    /** The end of what was used becomes the ceiling; reported as late, so that no older copy of the mark counts. */
    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        change(rows -> {
            owned(rows, lease, lease.token());
            new Row(identity.toString(), lease.token(), usedUpToMillis, usedUpToMillis).put(rows, lease.workerId());
            return true;
        });
    }

    /** The compare-and-set that everything rests on. A record that was deleted is no loss: the lock says whose it was. */
    private Row owned(Properties rows, WorkerIdLease lease, String token) {
        Row row = Row.of(rows, lease.workerId())
                .orElseGet(() -> new Row(identity.toString(), lease.token(), lease.ceilingMillis(), 0));
        if (!row.token.equals(lease.token()) && !row.token.equals(token)) {
            throw new WorkerIdException.LeaseLost(
                    "worker id " + lease.workerId() + " in " + directory + " has another owner's token");
        }
        return row;
    }

    @Override
    public List<WorkerIdEntry> list() {
        return change(this::entries);
    }

    private List<WorkerIdEntry> entries(Properties rows) {
        return rows.stringPropertyNames().stream()
                .filter(name -> !name.equals(LAYOUT))
                .map(Integer::valueOf)
                .sorted()
                .map(id -> entry(id, Row.of(rows, id).orElseThrow()))
                .toList();
    }

    private WorkerIdEntry entry(int workerId, Row row) {
        boolean self = lockFile(workerId).equals(locked);
        return new WorkerIdEntry(
                workerId,
                row.owner,
                Instant.ofEpochMilli(row.ceiling),
                Instant.ofEpochMilli(row.reported),
                self || isAlive(workerId),
                self);
    }

    private static boolean isAlive(Path lockFile) {
        if (ALIVE.containsKey(lockFile)) {
            return true;
        }
        try (FileChannel channel = open(lockFile)) {
            return channel.tryLock() == null;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean isAlive(int workerId) {
        return isAlive(lockFile(workerId));
    }

    private Path lockFile(int workerId) {
        return directory.resolve(workerId + ".alive");
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Whether this process has the worker id's lock now. */
    private boolean lock(int workerId) {
        Path wanted = lockFile(workerId);
        if (wanted.equals(locked)) {
            return true;
        }
        if (ALIVE.putIfAbsent(wanted, this) != null) {
            return false;
        }
        try {
            FileChannel channel = open(wanted);
            if (channel.tryLock() != null) {
                lock = channel;
                locked = wanted;
                return true;
            }
            channel.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } finally {
            if (!wanted.equals(locked)) {
                ALIVE.remove(wanted, this);
            }
        }
        return false;
    }

    /** What is not known to be written is not relied upon. */
    private <T> T change(Function<Properties, T> change) {
        try {
            return file.change(change);
        } catch (UncheckedIOException ex) {
            throw new WorkerIdException.RegistryUnavailable(directory + " cannot be used: " + ex.getMessage(), ex);
        }
    }

    @Override
    public List<ClockReading> clockReadings(Duration longestSilence) {
        return List.of(); // a file has no clock
    }

    @Override
    public void close() {
        Path held = locked;
        FileChannel channel = lock;
        locked = null;
        lock = null;
        if (held == null || channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } finally {
            ALIVE.remove(held, this);
        }
    }
}
