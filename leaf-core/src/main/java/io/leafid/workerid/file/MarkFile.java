package io.leafid.workerid.file;

import io.leafid.PrintableText;
import io.leafid.SnowflakeLayout;
import io.leafid.file.FoundFile;
import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.compat.OldFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mark of one instance in a file of its state directory, which is locked until {@link #close()}. Not thread-safe.
 *
 * <p>A mark is durable when {@link #write} returns: it is written beside the old one, forced to the disk, and put in its
 * place in one step. A crash leaves the old mark or the new one. A file that is damaged, or that another instance wrote,
 * is never used; it is put aside under the same name with {@code .unusable} behind it. So is one about another registry.
 */
public final class MarkFile implements LocalMark {

    /** The file that is locked; another one than the mark, which is replaced again and again. */
    static final String LOCK = "leaf-mark.lock";

    private static final Logger logger = LoggerFactory.getLogger(MarkFile.class);

    private final StateDirectory directory;
    private final NodeIdentity identity;
    private final SnowflakeLayout layout;
    private final String registry;
    private final String service;
    private final Supplier<WritingProcess> writer;
    private WritingProcess self;
    private final @Nullable Path former;
    private @Nullable StateLock lock; // null if the file is looked at only
    private boolean isClosed;

    private MarkFile(
            StateDirectory directory,
            @Nullable Path former,
            NodeIdentity identity,
            SnowflakeLayout layout,
            String registry,
            String service,
            @Nullable StateLock lock,
            Supplier<WritingProcess> writer) {
        this.directory = directory;
        this.former = former;
        this.identity = identity;
        this.layout = layout;
        this.registry = registry;
        this.service = service;
        this.writer = writer;
        this.self = writer.get();
        this.lock = lock;
    }

    /**
     * Makes the directory if need be, and locks it.
     *
     * @param directory the state directory, one per instance
     * @param identity who this instance is
     * @param layout the layout of its ids
     * @param registry names the registry that the marks are about, as {@link io.leafid.workerid.WorkerIdHolder#registry}
     * @throws WorkerIdException.IdentityInUse if it is locked already, by this process or another
     * @throws WorkerIdException.UnsafeState if another user may have put it there
     * @throws UncheckedIOException if nothing can be written there; the message says where and what to set
     */
    public static MarkFile open(Path directory, NodeIdentity identity, SnowflakeLayout layout, String registry) {
        return open(directory, null, identity, layout, registry, "", WritingProcess::current);
    }

    /** Does the same in a place that has a former one: a mark there counts as a copy does. */
    public static MarkFile open(StatePlace place, NodeIdentity identity, SnowflakeLayout layout, String registry) {
        return open(
                place.directory(), place.former(), identity, layout, registry, place.name(), WritingProcess::current);
    }

    /** Does the same for a process that is named otherwise than this one. */
    static MarkFile open(
            Path directory,
            @Nullable Path former,
            NodeIdentity identity,
            SnowflakeLayout layout,
            String registry,
            String service,
            Supplier<WritingProcess> writer) {
        try {
            StateDirectory state = StateDirectory.make(directory);
            return new MarkFile(state, former, identity, layout, registry, service, lock(identity, state), writer);
        } catch (UnsafeFileException ex) {
            throw new WorkerIdException.UnsafeState(String.valueOf(ex.getMessage()), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException(
                    "nothing can be written to %s; set the state directory to one of this instance's own"
                            .formatted(directory),
                    ex);
        }
    }

    /**
     * Does the same with nothing made, locked or put aside: what is there can be read, and not be written. Where the system does not tell who
     * has a lock, a process that has it is not noticed.
     */
    public static MarkFile look(StatePlace place, NodeIdentity identity, SnowflakeLayout layout, String registry) {
        try {
            StateDirectory state = StateDirectory.look(place.directory());
            if (StateLock.isHeld(state, LOCK)) {
                throw StateLock.inUse(identity, state, LOCK);
            }
            return new MarkFile(
                    state, place.former(), identity, layout, registry, place.name(), null, WritingProcess::current);
        } catch (UnsafeFileException ex) {
            throw new WorkerIdException.UnsafeState(String.valueOf(ex.getMessage()), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be read".formatted(place.directory()), ex);
        }
    }

    private static StateLock lock(NodeIdentity identity, StateDirectory directory) throws IOException {
        LockHolder self = LockHolder.self(identity.toString(), directory.path().toString());
        StateLock lock = StateLock.take(directory, LOCK, self);
        if (lock == null) {
            throw StateLock.inUse(identity, directory, LOCK);
        }
        return lock;
    }

    @Override
    public Optional<FoundMark> read() {
        Optional<FoundMark> own = own();
        Optional<FoundMark> earlier = (former == null) ? Optional.empty() : formerMark(former);
        // This place may have been out of reach for a start since.
        return earlier.filter(found ->
                        own.filter(mark -> !isBehind(mark.mark(), found.mark())).isEmpty())
                .or(() -> own);
    }

    private static boolean isBehind(HighWaterMark mark, HighWaterMark other) {
        return mark.workerId() == other.workerId() && mark.markMillis() < other.markMillis();
    }

    private Optional<FoundMark> formerMark(Path directory) {
        try {
            return Optional.ofNullable(MarkFileContent.peek(directory).found())
                    .filter(found -> found.isOf(identity) && found.layout().equals(layout))
                    .filter(found -> evidence(found) != MarkEvidence.OTHER_REGISTRY)
                    .map(found -> new FoundMark(found.mark(), MarkEvidence.COPY, originOf(found)));
        } catch (WorkerIdException.UnsafeState | UncheckedIOException ex) {
            logger.warn("what an earlier version may have kept is not used: {}", ex.getMessage());
            return Optional.empty();
        }
    }

    private Optional<FoundMark> own() {
        MarkFileContent content = content();
        MarkRecord found = content.found();
        if (found == null) {
            if (content.isUnreadable()) {
                putAside("is damaged or of an unknown version");
            }
            OldFiles.hint(directory.path())
                    .or(() -> Optional.ofNullable(former).flatMap(OldFiles::hint))
                    .ifPresent(hint -> logger.info(
                            "{} names worker id {} but no reserved time, so it is not used; the registry decides",
                            hint.file(),
                            hint.workerId()));
            return Optional.empty();
        }
        if (!found.isOf(identity)) {
            putAside(
                    "was written by %s, and this instance is %s; in the modes mysql and zk_normal each host and port has a worker id of its own, so that one that changes uses up another each time"
                            .formatted(found.identity(), identity));
            return Optional.empty();
        }
        MarkEvidence evidence = evidence(found);
        String origin = originOf(found);
        if (evidence == MarkEvidence.OTHER_REGISTRY) {
            putAside("was written " + origin);
        } else {
            requireLayout(found, file());
        }
        return Optional.of(new FoundMark(found.mark(), evidence, origin));
    }

    /** The evidence of a mark that was found here about the process that wrote it. */
    MarkEvidence evidence(MarkRecord found) {
        return found.binding().evidence(binding(""), LocalFileSystems.lockReliably(directory.path()));
    }

    /** The origin of a mark that was found here, for messages. */
    String originOf(MarkRecord found) {
        return found.binding().describe(binding(""));
    }

    private MarkBinding binding(String born) {
        return new MarkBinding(
                registry, service, directory.path().toString(), StateLock.keyOf(lock, directory, LOCK), born, self);
    }

    /** The content of the file, whatever instance wrote it. */
    MarkFileContent content() {
        return MarkFileContent.of(directory, MarkFileContent.FILE);
    }

    /** Refuses a mark that was made with another layout. */
    void requireLayout(MarkRecord found, Path where) {
        if (!found.layout().equals(layout)) {
            throw new WorkerIdException.LayoutMismatch(where.toString(), found.layout(), layout);
        }
    }

    /** Keeps a copy for the operator to look at; the file itself is replaced by the next mark. */
    void putAside(String reason) {
        if (lock == null) {
            return;
        }
        String aside = MarkFileContent.FILE + ".unusable";
        try {
            FoundFile found = directory
                    .read(MarkFileContent.FILE, MarkFileContent.MOST_BYTES)
                    .orElseThrow();
            directory.replace(aside, found.bytes());
            logger.warn(
                    "{} {}; it is not used, and kept as {}", file(), PrintableText.of(reason), directory.file(aside));
        } catch (IOException ex) {
            throw new UncheckedIOException("%s %s, and cannot be put aside".formatted(file(), reason), ex);
        }
    }

    Path file() {
        return directory.file(MarkFileContent.FILE);
    }

    Path directory() {
        return directory.path();
    }

    @Override
    public void write(HighWaterMark mark) {
        try {
            directory.restore();
            Objects.requireNonNull(lock).restore();
            directory.replaceBorn(
                    MarkFileContent.FILE, born -> recordOf(mark, born).toBytes());
        } catch (IOException ex) {
            throw new UncheckedIOException("the mark cannot be written to %s".formatted(file()), ex);
        }
    }

    /** The record of a mark as it is written here, in a file that does not say when it was made. */
    MarkRecord recordOf(HighWaterMark mark) {
        return recordOf(mark, "");
    }

    private MarkRecord recordOf(HighWaterMark mark, String born) {
        return MarkRecord.of(identity, layout, mark, binding(born));
    }

    @Override
    public void reopen() {
        if (!isClosed) {
            return;
        }
        try {
            directory.restore();
            lock = lock(identity, directory);
            self = writer.get();
            isClosed = false;
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be locked again".formatted(directory.path()), ex);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException ex) {
            logger.debug("the lock in {} could not be given up in order", directory.path(), ex);
        }
    }
}
