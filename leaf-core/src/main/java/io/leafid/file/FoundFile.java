package io.leafid.file;

import java.nio.charset.StandardCharsets;

/** Content of a file that was found. Immutable. */
public final class FoundFile {

    private final byte[] content;
    private final long modifiedMillis;

    FoundFile(byte[] content, long modifiedMillis) {
        this.content = content;
        this.modifiedMillis = modifiedMillis;
    }

    public byte[] bytes() {
        return content.clone();
    }

    /** All of it as UTF-8; what is none is replaced by U+FFFD. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** The time at which it was last written, in milliseconds since 1970 by the clock of this machine. */
    public long modifiedMillis() {
        return modifiedMillis;
    }
}
