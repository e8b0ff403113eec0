package io.leafid.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file or a directory of a {@link PowerLossDisk}: what was written, and how much of it was forced. For one thread. */
final class PowerLossFile {

    private final PowerLossDisk disk;
    private final @Nullable String directory;
    private final int inode;
    private final FileTime born;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private String forced = "";
    private boolean isLocked;

    /** Makes a file, or, with a name, a directory. */
    PowerLossFile(PowerLossDisk disk, @Nullable String directory, int inode, FileTime born) {
        this.disk = disk;
        this.directory = directory;
        this.inode = inode;
        this.born = born;
    }

    int inode() {
        return inode;
    }

    FileTime born() {
        return born;
    }

    PowerLossFile copyFor(PowerLossDisk other, int newInode, FileTime newBorn) {
        PowerLossFile copy = new PowerLossFile(other, null, newInode, newBorn);
        copy.become(written.toString(StandardCharsets.UTF_8));
        return copy;
    }

    private void become(String content) {
        written.reset();
        written.writeBytes(content.getBytes(StandardCharsets.UTF_8));
        forced = content;
    }

    void ifDurable(Consumer<String> tell) {
        String all = written.toString(StandardCharsets.UTF_8);
        if (all.equals(forced)) {
            tell.accept(all);
        }
    }

    void failPower(Random random) {
        isLocked = false;
        String all = written.toString(StandardCharsets.UTF_8);
        if (!all.equals(forced)) {
            become(random.nextBoolean() ? all : forced);
        }
    }

    /** What may stand in it when the power fails now. */
    Set<String> afterPowerLoss() {
        String all = written.toString(StandardCharsets.UTF_8);
        return all.equals(forced) ? Set.of(all) : Set.of(all, forced);
    }

    FileChannel open() {
        return new Channel();
    }

    BasicFileAttributes attributes() {
        return new Attributes();
    }

    /** The file while it is written. */
    private final class Channel extends FileChannel {

        private int position;
        private boolean hasLocked;

        @Override
        public int write(ByteBuffer source) throws IOException {
            disk.requireRoom();
            int length = Math.min(disk.bytesAtOnce(), source.remaining()); // a disk may take less than it is given
            byte[] part = new byte[length];
            source.get(part);
            written.writeBytes(part);
            disk.step();
            return length;
        }

        @Override
        public void force(boolean isWithMetadata) throws IOException {
            if (directory != null) {
                disk.forceNamesIn(directory);
            } else if (!disk.forgets(PowerLossDisk.Force.FILE)) {
                forced = written.toString(StandardCharsets.UTF_8);
                disk.step();
            }
        }

        @Override
        public int read(ByteBuffer target) {
            byte[] all = written.toByteArray();
            int length = Math.min(target.remaining(), all.length - position);
            if (length <= 0) {
                return -1;
            }
            target.put(all, position, length);
            position += length;
            return length;
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            return written.size();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            return written.size();
        }

        @Override
        public FileChannel truncate(long size) {
            if (size == 0) {
                written.reset();
            }
            return this;
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean isShared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable FileLock tryLock(long position, long size, boolean isShared) {
            if (isLocked) {
                return null;
            }
            isLocked = true;
            hasLocked = true;
            return new Lock(this);
        }

        @Override
        protected void implCloseChannel() {
            if (hasLocked) {
                isLocked = false;
            }
        }
    }

    /** The lock on the whole file. */
    private static final class Lock extends FileLock {

        Lock(FileChannel channel) {
            super(channel, 0, Long.MAX_VALUE, false);
        }

        @Override
        public boolean isValid() {
            return acquiredBy().isOpen();
        }

        @Override
        public void release() throws IOException {
            acquiredBy().close();
        }
    }

    /** What a directory entry says. */
    private final class Attributes implements BasicFileAttributes {

        @Override
        public FileTime lastModifiedTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public FileTime lastAccessTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public FileTime creationTime() {
            return born;
        }

        @Override
        public boolean isRegularFile() {
            return directory == null;
        }

        @Override
        public boolean isDirectory() {
            return directory != null;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }

        @Override
        public long size() {
            return written.size();
        }

        @Override
        public @Nullable Object fileKey() {
            return (disk.device() == 0) ? null : "(dev=%07d,ino=%d)".formatted(disk.device(), inode);
        }
    }
}
