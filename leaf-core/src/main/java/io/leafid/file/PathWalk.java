package io.leafid.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way from the root to a directory, link by link, on which no other user may have turned it elsewhere. Not
 * thread-safe.
 *
 * <pre>
 * Invariants
 *   - `real` is a directory without a link in it, and all of it was found safe or made by this walk.
 *   - `ahead` is what is left of the way, below `real`.
 *   - What this walk has made outlives a power loss before anything is made below it. `isLasting`: so does what it found
 *     last, which may be what another run had made when it was killed, unless the system cannot make it last.
 * </pre>
 */
final class PathWalk {

    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final Logger logger = LoggerFactory.getLogger(PathWalk.class);

    private final Path wanted;
    private final boolean makes;
    private final Deque<Path> ahead = new ArrayDeque<>();
    private Path real;
    private FileFacts.@Nullable Access access;
    private int links;
    private boolean isLasting;

    private PathWalk(Path wanted, boolean makes) throws IOException {
        this.wanted = wanted.toAbsolutePath();
        this.makes = makes;
        this.real = rootOf(this.wanted);
        enterRoot(real);
        push(this.wanted);
    }

    /** The real path of a directory, which is made if need be, for this user alone. */
    static Path make(Path directory) throws IOException {
        return new PathWalk(directory, true).end();
    }

    /**
     * The real path of a directory.
     *
     * @throws NoSuchFileException if there is none
     */
    static Path find(Path directory) throws IOException {
        return new PathWalk(directory, false).end();
    }

    private Path end() throws IOException {
        while (!ahead.isEmpty()) {
            step(ahead.pop());
        }
        if (makes) {
            makeLast();
        }
        return real;
    }

    /**
     * Makes the name of what was found last in the directory above it. Where another file system begins, that may be of a kind
     * that cannot be forced, and what stands there was not made by a run of Leaf.
     */
    private void makeLast() {
        Path above = real.getParent();
        if (!isLasting && above != null) {
            try {
                DirectoryEntries.force(above);
            } catch (IOException ex) {
                logger.debug("the directory {} was found in one that cannot be forced to the disk", real, ex);
            }
        }
        isLasting = true;
    }

    private void step(Path name) throws IOException {
        String text = name.toString();
        if (text.isEmpty() || text.equals(".")) {
            return;
        }
        if (text.equals("..")) {
            leave();
            return;
        }
        Path next = real.resolve(name);
        FileFacts facts = FileFacts.of(next);
        if (facts == null) {
            facts = made(next);
        }
        if (facts.kind() == FileFacts.Kind.LINK) {
            follow(next, facts);
        } else {
            enter(next, facts);
        }
    }

    private FileFacts made(Path next) throws IOException {
        if (!makes) {
            throw new NoSuchFileException(next.toString());
        }
        makeLast();
        try {
            Files.createDirectory(next, OwnOnly.directory(next));
        } catch (FileAlreadyExistsException ex) {
            // Another process was faster: what it made is looked at like everything that is found.
        }
        DirectoryEntries.force(real);
        FileFacts facts = FileFacts.of(next);
        if (facts == null) {
            throw new NoSuchFileException(next.toString());
        }
        return facts;
    }

    private void follow(Path link, FileFacts facts) throws IOException {
        requireOwner(link, facts.access());
        if (++links > MOST_LINKS) {
            throw new IOException("%s leads through more than %s links".formatted(wanted, MOST_LINKS));
        }
        Path target = Files.readSymbolicLink(link);
        if (target.isAbsolute()) {
            real = rootOf(target);
            enterRoot(real);
        }
        push(target);
    }

    private void enter(Path next, FileFacts facts) throws IOException {
        if (facts.kind() != FileFacts.Kind.DIRECTORY) {
            throw new NotDirectoryException(next.toString());
        }
        requireOwner(next, facts.access());
        if (!ahead.isEmpty()) {
            DirectoryRules.requireSafePassage(next, facts.access(), access);
        }
        real = next;
        access = facts.access();
    }

    /** In a directory that all users may write to, a name is as good as its owner. */
    private void requireOwner(Path next, FileFacts.@Nullable Access found) throws UnsafeFileException {
        FileFacts.Access parent = access;
        if (parent != null && found != null && parent.isWritableByOthers()) {
            DirectoryRules.requireTrustedOwner(next, found, real);
        }
    }

    private void leave() throws IOException {
        Path parent = real.getParent();
        if (parent != null) {
            real = parent;
            isLasting = false;
            FileFacts facts = FileFacts.of(parent);
            access = (facts == null) ? null : facts.access();
        }
    }

    private void enterRoot(Path root) throws IOException {
        FileFacts facts = FileFacts.of(root);
        access = (facts == null) ? null : facts.access();
    }

    private void push(Path names) {
        for (int i = names.getNameCount() - 1; i >= 0; i--) {
            ahead.push(names.getName(i));
        }
    }

    private static Path rootOf(Path absolute) throws IOException {
        Path root = absolute.getRoot();
        if (root == null) {
            throw new IOException("%s has no root".formatted(absolute));
        }
        return root;
    }
}
