package io.leafid.workerid.file;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.Mark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
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

    /** The file with the mark. */
    static final String MARK = "leaf-mark.properties";

    /** The file that is locked; another one than the mark, which is replaced again and again. */
    static final String LOCK = "leaf-mark.lock";

    private static final Logger logger = LoggerFactory.getLogger(MarkFile.class);

    private final Path directory;
    private final NodeIdentity identity;
    private final SnowflakeLayout layout;
    private final String registry;
    private WritingProcess self;
    private StateLock lock;
    private boolean isClosed;

    private MarkFile(Path directory, NodeIdentity identity, SnowflakeLayout layout, String registry, StateLock lock) {
        this.directory = directory;
        this.identity = identity;
        this.layout = layout;
        this.registry = registry;
        this.self = WritingProcess.current();
        this.lock = lock;
    }

    /**
     * The directory that the original uses, below {@code java.io.tmpdir}.
     *
     * @param name what {@code leaf.name} says
     * @param port the port of the instance's identity
     */
    public static Path defaultDirectory(String name, int port) {
        return Path.of(System.getProperty("java.io.tmpdir"), name, "leafconf", String.valueOf(port));
    }

    /**
     * Makes the directory if need be, and locks it.
     *
     * @param directory the state directory, one per instance
     * @param identity who this instance is
     * @param layout the layout of its ids
     * @param registry names the registry that the marks are about, as {@link io.leafid.workerid.WorkerIdHolder#registry}
     * @throws WorkerIdException.IdentityInUse if it is locked already, by this process or another
     * @throws UncheckedIOException if nothing can be written there; the message says where and what to set
     */
    public static MarkFile open(Path directory, NodeIdentity identity, SnowflakeLayout layout, String registry) {
        try {
            if (!Files.isDirectory(directory)) { // asked first: a link to a directory is no reason to fail
                Files.createDirectories(directory);
            }
            Path real = directory.toRealPath();
            StateLock lock = lock(identity, real);
            return new MarkFile(real, identity, layout, registry, lock);
        } catch (IOException ex) {
            throw new UncheckedIOException(
                    "nothing can be written to %s; set leaf.snowflake.state-directory to a directory of this instance's own"
                            .formatted(directory),
                    ex);
        }
    }

    private static StateLock lock(NodeIdentity identity, Path real) throws IOException {
        Path lockFile = real.resolve(LOCK);
        return StateLock.take(lockFile).orElseThrow(() -> inUse(identity, lockFile));
    }

    private static WorkerIdException inUse(NodeIdentity identity, Path lockFile) {
        return new WorkerIdException.IdentityInUse(
                identity,
                ("%s is locked by %s, which therefore runs as %s or uses the same directory; stop it, or give each "
                                + "instance its own leaf.snowflake.port and leaf.snowflake.state-directory")
                        .formatted(lockFile, StateLock.ownerOf(lockFile), identity));
    }

    @Override
    public Optional<FoundMark> read() {
        Content content = content();
        MarkRecord found = content.found();
        if (found == null) {
            content.ifUnreadable(() -> putAside("is damaged or of an unknown version"));
            OldFiles.hint(directory)
                    .ifPresent(hint -> logger.info(
                            "{} names worker id {} but no reserved time, so it is not used; the registry decides",
                            hint.file(),
                            hint.workerId()));
            return Optional.empty();
        }
        if (!found.isOf(identity)) {
            putAside("was written by %s, and this instance is %s".formatted(found.identity(), identity));
            return Optional.empty();
        }
        MarkEvidence evidence = evidence(found);
        String origin = found.binding().describe(binding());
        if (evidence == MarkEvidence.OTHER_REGISTRY) {
            putAside("was written " + origin);
        } else {
            requireLayout(found);
        }
        return Optional.of(new FoundMark(found.mark(), evidence, origin));
    }

    /** What a mark that was found here proves about the process that wrote it. */
    MarkEvidence evidence(MarkRecord found) {
        return found.binding().evidence(binding(), LocalFileSystems.lockReliably(directory));
    }

    private MarkBinding binding() {
        return new MarkBinding(registry, directory.toString(), lock.key(), self);
    }

    /** What stands in the file, whoever wrote it. */
    Content content() {
        return peek(directory);
    }

    /** What stands in the file of a directory; nothing is locked. */
    static Content peek(Path directory) {
        Path file = directory.resolve(MARK);
        try {
            byte[] bytes = Files.readAllBytes(file);
            long modified = Files.getLastModifiedTime(file).toMillis();
            return new Content(true, MarkRecord.parse(bytes).orElse(null), modified);
        } catch (NoSuchFileException ex) {
            return new Content(false, null, 0);
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be read".formatted(file), ex);
        }
    }

    /** Refuses a mark that was made with another layout. */
    void requireLayout(MarkRecord found) {
        if (!found.layout().equals(layout)) {
            throw new WorkerIdException.LayoutMismatch(file().toString(), found.layout(), layout);
        }
    }

    /** Keeps a copy for whoever wants to know; the file itself is replaced by the next mark. */
    void putAside(String reason) {
        Path aside = directory.resolve(MARK + ".unusable");
        try {
            Files.copy(file(), aside, StandardCopyOption.REPLACE_EXISTING);
            logger.warn("{} {}; it is not used, and kept as {}", file(), reason, aside);
        } catch (IOException ex) {
            throw new UncheckedIOException("%s %s, and cannot be put aside".formatted(file(), reason), ex);
        }
    }

    /** The file's place. */
    Path file() {
        return directory.resolve(MARK);
    }

    Path directory() {
        return directory;
    }

    @Override
    public void write(Mark mark) {
        Path fresh = directory.resolve(MARK + ".new");
        try {
            if (Files.notExists(directory)) {
                Files.createDirectories(directory);
            }
            lock.restore();
            try (FileChannel channel = FileChannel.open(
                    fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer content = ByteBuffer.wrap(
                        MarkRecord.of(identity, layout, mark, binding()).toBytes());
                while (content.hasRemaining()) {
                    channel.write(content);
                }
                channel.force(true);
            }
            Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory();
        } catch (IOException ex) {
            throw new UncheckedIOException("the mark cannot be written to %s".formatted(file()), ex);
        }
    }

    /** Without this, a crash of the machine may bring the old name's content back. */
    private void forceDirectory() throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException ex) {
            logger.trace("this system lets no directory be opened; it keeps renames in order by itself", ex);
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }

    @Override
    public void reopen() {
        if (!isClosed) {
            return;
        }
        try {
            lock = lock(identity, directory);
            self = WritingProcess.current();
            isClosed = false;
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be locked again".formatted(directory), ex);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            lock.close();
        } catch (IOException ex) {
            logger.debug("the lock in {} could not be given up in order", directory, ex);
        }
    }
}
