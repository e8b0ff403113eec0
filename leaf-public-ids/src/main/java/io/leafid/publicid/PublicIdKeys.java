package io.leafid.publicid;

import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys of public ids by name: one makes them, all read them. Immutable; neither its text nor its failures show a key.
 *
 * <p>A bean of this type, made by the application from a vault or a key service, replaces the keys of the configuration.
 */
public final class PublicIdKeys {

    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{32}|[0-9a-fA-F]{64}");

    /**
     * Of 16 or 32 bytes, in either alphabet, with or without padding. The last character has bits to spare, which are 0. No text is both
     * this and hex.
     */
    private static final Pattern BASE64 =
            Pattern.compile("[A-Za-z0-9+/_-]{21}[AQgw](?:==)?|[A-Za-z0-9+/_-]{42}[AEIMQUYcgkosw048]=?");

    private static final Set<Integer> LENGTHS = Set.of(16, 32);

    /** Those of the test vectors, and that of earlier samples. */
    private static final Set<String> EXAMPLES = Set.of(
            "2b7e151628aed2a6abf7158809cf4f3c",
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            "0dc22cb667128492cd193ab773748dd1");

    private final String current;
    private final Map<String, SecretKey> keys;

    /**
     * Takes keys of AES with 128 or 256 bits.
     *
     * @param current name of the key that makes public ids
     * @param keys all keys by name
     * @throws IllegalArgumentException if there is no key of that name, a key cannot have come from a source of randomness, or
     *     two are the same
     */
    public PublicIdKeys(String current, Map<String, ? extends SecretKey> keys) {
        if (!keys.containsKey(current)) {
            throw new IllegalArgumentException("there is no key '%s', only %s"
                    .formatted(current, String.join(", ", new TreeMap<>(keys).keySet())));
        }
        this.current = current;
        this.keys = new TreeMap<>(keys);
        this.keys.forEach((name, key) -> requireUsable(name, key.getEncoded()));
        requireDifferent();
    }

    /**
     * Reads keys as the configuration has them, 16 or 32 random bytes in hex or base64; {@code openssl rand -hex 32} makes one.
     *
     * @param current name of the key that makes public ids
     * @param texts all keys by name
     * @throws IllegalArgumentException if a text is no such key, or as the constructor does
     */
    public static PublicIdKeys parse(String current, Map<String, String> texts) {
        return new PublicIdKeys(
                current,
                texts.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, key -> parseKey(key.getKey(), key.getValue()))));
    }

    /**
     * Reads one key.
     *
     * @throws IllegalArgumentException if it is none; the message does not show the text
     */
    public static SecretKey parseKey(String name, String text) {
        byte[] key = bytes(name, text.strip());
        requireUsable(name, key);
        if (EXAMPLES.contains(HexFormat.of().formatHex(key))) {
            throw new IllegalArgumentException(
                    "key '%s' is the one of an example, which everyone knows".formatted(name));
        }
        return new SecretKeySpec(key, "AES");
    }

    private static byte[] bytes(String name, String text) {
        if (HEX.matcher(text).matches()) {
            return HexFormat.of().parseHex(text);
        }
        if (BASE64.matcher(text).matches()) {
            requireRandom(name, text.endsWith("=") || !KeyPatterns.isTyped(text));
            return Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_'));
        }
        throw new IllegalArgumentException(
                "key '%s' is not 16 or 32 bytes in hex or base64: it has %s characters, while hex has 32 or 64 and base64 22, 24, 43 or 44"
                        .formatted(name, text.length()));
    }

    private static void requireRandom(String name, boolean isRandom) {
        if (!isRandom) {
            throw new IllegalArgumentException("key '%s' is a text or a pattern, so it is not random".formatted(name));
        }
    }

    /** Keys that stay in a device show no bytes, and are believed. */
    private static void requireUsable(String name, byte @Nullable [] key) {
        if (key == null) {
            return;
        }
        if (!LENGTHS.contains(key.length)) {
            throw new IllegalArgumentException(
                    "key '%s' has %s bytes; AES for public ids takes 16 or 32".formatted(name, key.length));
        }
        requireRandom(name, !KeyPatterns.isPattern(key));
    }

    private void requireDifferent() {
        Map<SecretKey, String> names = new HashMap<>();
        keys.forEach((name, key) -> {
            String other = names.putIfAbsent(key, name);
            if (other != null) {
                throw new IllegalArgumentException("keys '%s' and '%s' are the same".formatted(other, name));
            }
        });
    }

    /** The key that makes public ids. */
    SecretKey currentKey() {
        return Objects.requireNonNull(keys.get(current));
    }

    /** All keys, which read them. */
    Collection<SecretKey> all() {
        return keys.values();
    }

    /** Names only. */
    @Override
    public String toString() {
        return "PublicIdKeys[current=%s, names=%s]".formatted(current, keys.keySet());
    }
}
