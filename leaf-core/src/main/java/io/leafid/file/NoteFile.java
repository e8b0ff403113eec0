package io.leafid.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A small file of lines that begins with a header and ends with a checksum. For one writer at a time. */
public final class NoteFile {

    private final Path file;
    private final String name;
    private final String header;
    private final int mostBytes;

    /**
     * Names a file; it is made with its directory when there is something to note.
     *
     * @param file its path
     * @param header its first line
     * @param mostBytes how large it may be to be read
     */
    public NoteFile(Path file, String header, int mostBytes) {
        this.file = file.toAbsolutePath();
        this.name = Objects.requireNonNull(file.getFileName()).toString();
        this.header = header;
        this.mostBytes = mostBytes;
    }

    /**
     * The lines behind the header; empty if there is no file.
     *
     * @throws DamagedException if there is one, and it is not as it was written
     */
    public Optional<List<String>> read() throws IOException {
        Optional<StateDirectory> directory = StateDirectory.find(parent());
        Optional<FoundFile> found =
                directory.isEmpty() ? Optional.empty() : directory.get().read(name, mostBytes);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines =
                CheckedText.open(found.get().text()).orElse("").lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(header)) {
            throw new DamagedException(file);
        }
        return Optional.of(lines.subList(1, lines.size()));
    }

    /** Replaces the lines, durably; the last one must be ended. */
    public void write(String lines) throws IOException {
        StateDirectory directory = StateDirectory.make(parent());
        try {
            directory.replace(name, CheckedText.seal(header + '\n' + lines).getBytes(StandardCharsets.UTF_8));
        } catch (IOException ex) {
            directory.delete(name + ".new");
            throw ex;
        }
    }

    private Path parent() {
        return Objects.requireNonNull(file.getParent());
    }

    @Override
    public String toString() {
        return file.toString();
    }

    /** The failure of a file that was cut or changed. */
    public static final class DamagedException extends IOException {

        private static final long serialVersionUID = 1L;

        DamagedException(Path file) {
            super(file + " is damaged");
        }
    }
}
