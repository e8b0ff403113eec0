package io.leafid.file;

import java.nio.charset.StandardCharsets;

/** Content of a file that was found. Immutable. */
public final class FoundFile {

    private final byte[] content;
    private final String born;
    private final long modifiedMillis;

    FoundFile(byte[] content, String born, long modifiedMillis) {
        this.content = content;
        this.born = born;
        this.modifiedMillis = modifiedMillis;
    }

    public byte[] bytes() {
        return content.clone();
    }

    /** All of it as UTF-8; what is none is replaced by U+FFFD. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** The moment at which it was made, as a text, for a comparison; where that cannot be known, another one. */
    public String born() {
        return born;
    }

    /** The time at which it was last written, in milliseconds since 1970 by the clock of this machine. */
    public long modifiedMillis() {
        return modifiedMillis;
    }
}
