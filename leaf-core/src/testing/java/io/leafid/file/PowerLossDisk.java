package io.leafid.file;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that may lose what was not forced when its power fails: bytes of a file, names in a directory, or both.
 * Knows as much of a file system as a {@link StateDirectory} needs. For one thread.
 */
public final class PowerLossDisk extends FileSystemProvider {

    /** Where a name leads to nothing. */
    static final String NOTHING = "nothing";

    private final FileSystem system = new Disk();
    private final Set<String> directories = new TreeSet<>(Set.of("/"));
    private final Set<String> forcedDirectories = new TreeSet<>(Set.of("/"));
    private final Map<String, PowerLossFile> names = new TreeMap<>();
    private final Map<String, PowerLossFile> forcedNames = new TreeMap<>();
    private final int device;
    private final int bytesAtOnce;
    private final Set<Force> forgotten;
    private Runnable afterStep = () -> {};
    private BiConsumer<String, String> listener = (name, content) -> {};
    private int inodes;
    private int births;
    private boolean isFull;
    private boolean isUnreadable;
    private boolean keepsNames;
    private @Nullable Function<String, Map<String, Object>> owners;
    private Set<String> unforceable = Set.of();

    /** What makes something last. */
    public enum Force {
        FILE,
        DIRECTORY
    }

    /** Makes an empty disk that takes three bytes at a time and forgets no force. */
    PowerLossDisk() {
        this(0, 3, Set.of());
    }

    /**
     * Makes an empty disk.
     *
     * @param device tells its files from those of every other disk
     * @param bytesAtOnce how many bytes it takes at a time
     * @param forgotten what it forgets to make last
     */
    public PowerLossDisk(int device, int bytesAtOnce, Set<Force> forgotten) {
        this.device = device;
        this.bytesAtOnce = bytesAtOnce;
        this.forgotten = Set.copyOf(forgotten);
    }

    /** A path on this disk. */
    public Path path(String text) {
        return wrap(Path.of(text));
    }

    /** Tells of each name who owns it and who may write to it, as a disk of a Unix system does. */
    void owners(Function<String, Map<String, Object>> whose) {
        owners = whose;
    }

    /** Runs after each step that changes something or makes it last. */
    public void afterEachStep(Runnable action) {
        afterStep = action;
    }

    /** Tells of each file whose present content is durable under its present name, as soon as it is. */
    public void whenDurable(BiConsumer<String, String> tell) {
        listener = tell;
    }

    /** Fails to force some directories, as where one of another kind of file system is. */
    void cannotForce(String... which) {
        unforceable = Set.of(which);
    }

    /** Takes nothing more, or again. */
    public void full(boolean isFullNow) {
        isFull = isFullNow;
    }

    /** Fails to read the content of a file, or does so again. */
    public void unreadable(boolean isUnreadableNow) {
        isUnreadable = isUnreadableNow;
    }

    /** Does something as the system does it after the end of a process, which takes no file away. */
    public void afterTheEnd(Runnable action) {
        keepsNames = true;
        try {
            action.run();
        } finally {
            keepsNames = false;
        }
    }

    /** The power fails: of what was not forced each name and each content is there or not, by lot. Locks are gone. */
    public void failPower(Random random) {
        for (String directory : List.copyOf(directories)) {
            if (!forcedDirectories.contains(directory) && random.nextBoolean()) {
                lose(directory);
            }
        }
        forcedDirectories.addAll(directories);
        Map<String, PowerLossFile> left = new TreeMap<>();
        Set<String> all = new TreeSet<>(names.keySet());
        all.addAll(forcedNames.keySet());
        for (String name : all) {
            PowerLossFile file = (random.nextBoolean() ? names : forcedNames).get(name);
            if (file != null) {
                left.put(name, file);
            }
        }
        left.values().forEach(file -> file.failPower(random));
        names.clear();
        names.putAll(left);
        forcedNames.clear();
        forcedNames.putAll(left);
    }

    /** The name of a directory is gone, and all below it. */
    private void lose(String directory) {
        String below = directory + "/";
        for (Set<String> paths : List.of(directories, forcedDirectories, names.keySet(), forcedNames.keySet())) {
            paths.removeIf(path -> path.equals(directory) || path.startsWith(below));
        }
    }

    /**
     * Puts a copy of all files onto another disk, which lasts at once.
     *
     * @param isOfTheWholeDisk whether the copies have the numbers of the originals, and say that they were made when these were
     */
    public void copyTo(PowerLossDisk other, boolean isOfTheWholeDisk) {
        other.births = Math.max(other.births, births);
        names.forEach((name, file) -> {
            String target = other.root() + name.substring(root().length());
            for (Path above = Path.of(target).getParent(); above != null; above = above.getParent()) {
                other.directories.add(above.toString());
                other.forcedDirectories.add(above.toString());
            }
            PowerLossFile copy = isOfTheWholeDisk
                    ? file.copyFor(other, file.inode(), file.born())
                    : file.copyFor(other, ++other.inodes, other.nextBirth());
            other.inodes = Math.max(other.inodes, copy.inode());
            other.names.put(target, copy);
            other.forcedNames.put(target, copy);
        });
    }

    /** A moment that no other file of this disk has, nor one that was copied here; a text of one length. */
    private FileTime nextBirth() {
        return FileTime.from(1_000_000_000L + ++births, TimeUnit.SECONDS);
    }

    /** Where the files of this disk lie: a path that no other disk has. */
    public String root() {
        return "/disk%07d".formatted(device); // of one length, since it takes so many bytes at once
    }

    int device() {
        return device;
    }

    int bytesAtOnce() {
        return bytesAtOnce;
    }

    boolean forgets(Force force) {
        return forgotten.contains(force);
    }

    void requireRoom() throws IOException {
        if (isFull) {
            throw new IOException("No space left on device");
        }
    }

    /** All that may stand in a file when the power fails now: what was not forced may be there or not. */
    Set<String> afterPowerLoss(Path file) {
        Set<String> contents = new TreeSet<>();
        for (Map<String, PowerLossFile> found : List.of(names, forcedNames)) {
            PowerLossFile behind = found.get(file.toString());
            contents.addAll((behind == null) ? Set.of(NOTHING) : behind.afterPowerLoss());
        }
        if (directories.stream()
                .anyMatch(name -> Path.of(file.toString()).startsWith(name) && !forcedDirectories.contains(name))) {
            contents.add(NOTHING);
        }
        return contents;
    }

    void step() {
        afterStep.run();
    }

    /** Makes the names in a directory last. */
    void forceNamesIn(String directory) throws IOException {
        if (unforceable.contains(directory)) {
            throw new IOException("Invalid argument");
        }
        if (!forgets(Force.DIRECTORY)) {
            forcedNames.keySet().removeIf(name -> isIn(directory, name));
            names.forEach((name, file) -> {
                if (isIn(directory, name)) {
                    forcedNames.put(name, file);
                    file.ifDurable(content -> listener.accept(name, content));
                }
            });
            directories.stream().filter(name -> isIn(directory, name)).forEach(forcedDirectories::add);
        }
        step();
    }

    private static boolean isIn(String directory, String name) {
        return Path.of(directory).equals(Path.of(name).getParent());
    }

    private Path wrap(Path delegate) {
        return (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(), new Class<?>[] {Path.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getFileSystem")) {
                        return system;
                    }
                    Object[] plain = (arguments == null) ? new Object[0] : arguments.clone();
                    for (int i = 0; i < plain.length; i++) {
                        plain[i] = (plain[i] instanceof Path path) ? Path.of(path.toString()) : plain[i];
                    }
                    try {
                        Object result = method.invoke(delegate, plain);
                        return (result instanceof Path path) ? wrap(path) : result;
                    } catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                });
    }

    @Override
    public java.nio.channels.FileChannel newFileChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        String name = path.toString();
        if (directories.contains(name)) {
            return directory(name).open();
        }
        if (isUnreadable && options.contains(StandardOpenOption.READ)) {
            throw new IOException("Too many open files");
        }
        if (options.contains(StandardOpenOption.CREATE_NEW)) {
            if (names.containsKey(name)) {
                throw new FileAlreadyExistsException(name);
            }
            requireRoom();
            names.put(name, new PowerLossFile(this, null, ++inodes, nextBirth()));
            step();
        }
        return existing(name).open();
    }

    private PowerLossFile directory(String name) {
        return new PowerLossFile(this, name, 0, FileTime.fromMillis(0));
    }

    private PowerLossFile existing(String name) throws NoSuchFileException {
        PowerLossFile file = names.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) {
        directories.add(directory.toString());
        step();
    }

    @Override
    public void delete(Path path) throws IOException {
        existing(path.toString());
        if (!keepsNames) {
            names.remove(path.toString());
            step();
        }
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        names.put(target.toString(), existing(source.toString()));
        names.remove(source.toString());
        step();
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        String name = path.toString();
        boolean isDirectory = directories.contains(name);
        PowerLossFile file = isDirectory ? directory(name) : existing(name);
        return Objects.requireNonNull(type.cast(file.attributes()));
    }

    @Override
    public String getScheme() {
        return "power-loss";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter) {
        List<Path> entries = Stream.of(directories, names.keySet())
                .flatMap(Set::stream)
                .filter(name -> isIn(directory.toString(), name))
                .map(this::path)
                .filter(entry -> accepts(filter, entry))
                .toList();
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return entries.iterator();
            }

            @Override
            public void close() {}
        };
    }

    private static boolean accepts(DirectoryStream.Filter<? super Path> filter, Path entry) {
        try {
            return filter.accept(entry);
        } catch (IOException ex) {
            throw new DirectoryIteratorException(ex);
        }
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path path, Path other) {
        return path.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public FileStore getFileStore(Path path) {
        return new LocalStore();
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        readAttributes(path, BasicFileAttributes.class);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return type.equals(BasicFileAttributeView.class) ? type.cast(new View(path)) : null;
    }

    /** The attributes of a file, of which the times when it was read and written are not kept. */
    private final class View implements BasicFileAttributeView {

        private final Path path;

        View(Path path) {
            this.path = path;
        }

        @Override
        public String name() {
            return "basic";
        }

        @Override
        public BasicFileAttributes readAttributes() throws IOException {
            return PowerLossDisk.this.readAttributes(path, BasicFileAttributes.class);
        }

        @Override
        public void setTimes(@Nullable FileTime modified, @Nullable FileTime read, @Nullable FileTime made) {}
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        return Objects.requireNonNull(owners).apply(path.toString());
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    /** The disk as its paths know it. */
    private final class Disk extends FileSystem {

        @Override
        public FileSystemProvider provider() {
            return PowerLossDisk.this;
        }

        @Override
        public void close() {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return List.of(path("/"));
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return List.of();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return (owners == null) ? Set.of("basic") : Set.of("basic", "unix");
        }

        @Override
        public Path getPath(String first, String... more) {
            return wrap(Path.of(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String syntaxAndPattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
