package io.leafid.autoconfigure.properties;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names of all settings, read from the metadata that is made from the records; used to find out what an unknown name
 * was meant to be. Immutable.
 */
final class KnownProperties {

    private static final Logger logger = LoggerFactory.getLogger(KnownProperties.class);

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"(leaf\\.[a-z0-9.-]+)\"");

    private static final int MAX_TYPOS = 3;

    private final SortedSet<String> names;

    private KnownProperties(SortedSet<String> names) {
        this.names = names;
    }

    /**
     * Reads the metadata; knows nothing if there is none, as in a native image.
     *
     * @param old names that are understood but should not be recommended
     */
    static KnownProperties read(Collection<String> old) {
        SortedSet<String> names = new TreeSet<>();
        try {
            ClassLoader loader = KnownProperties.class.getClassLoader();
            for (URL metadata : Collections.list(loader.getResources(METADATA))) {
                try (InputStream stream = metadata.openStream()) {
                    Matcher matcher = NAME.matcher(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
                    matcher.results().forEach(result -> names.add(result.group(1)));
                }
            }
        } catch (IOException ex) {
            logger.debug("the names of known settings cannot be read", ex);
        }
        names.removeAll(old);
        return new KnownProperties(names);
    }

    /** The name that was probably meant: the one with the fewest typing errors, if these are few. */
    Optional<String> nearest(String unknown) {
        return nearest(unknown, names);
    }

    /** The same among other names. */
    static Optional<String> nearest(String unknown, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(name, unknown) <= MAX_TYPOS)
                .min(Comparator.comparingInt(name -> distance(name, unknown)));
    }

    /** The names that end in the same word, which may be what was meant, written in another group. */
    List<String> endingAlike(String unknown) {
        return names.stream()
                .filter(name -> lastWord(name).equals(lastWord(unknown)))
                .toList();
    }

    private static String lastWord(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** How many characters must be added, removed or changed. */
    private static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = previous[j - 1] + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
                current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
