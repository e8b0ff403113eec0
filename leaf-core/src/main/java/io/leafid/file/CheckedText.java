package io.leafid.file;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;

/** A text of lines that ends with its own checksum, so that one that was cut or changed is recognised. Stateless. */
public final class CheckedText {

    private static final String CHECKSUM = "crc32 ";

    private CheckedText() {}

    /** The text with its checksum; its last line must be ended. */
    public static String seal(String text) {
        return text + CHECKSUM + checksum(text) + '\n';
    }

    /** The text without its checksum; empty if that is not its own. */
    public static Optional<String> open(String sealed) {
        int end = sealed.lastIndexOf(CHECKSUM);
        if (end <= 0) {
            return Optional.empty();
        }
        String text = sealed.substring(0, end);
        return seal(text).equals(sealed) ? Optional.of(text) : Optional.empty();
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue()); // texts of one length are sealed to one length
    }
}
