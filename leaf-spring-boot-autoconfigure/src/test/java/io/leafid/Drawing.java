package io.leafid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The drawing of packages in a page: lines such as {@code a, b  ->  c, d}, read as what a and b may import. Stateless. */
final class Drawing {

    private static final Pattern LINE = Pattern.compile("(?m)^(\\S.*?)\\s+->\\s+(.*)$");

    private Drawing() {}

    /** Package to the packages that it may import by all lines together; {@code everything} is written as a star. */
    static Map<String, Set<String>> read(Path page) throws IOException {
        Map<String, Set<String>> drawn = new TreeMap<>();
        Matcher line = LINE.matcher(Files.readString(page));
        while (line.find()) {
            Set<String> targets = names(line.group(2));
            names(line.group(1))
                    .forEach(from ->
                            drawn.computeIfAbsent(from, none -> new TreeSet<>()).addAll(targets));
        }
        return drawn;
    }

    private static Set<String> names(String list) {
        return switch (list) {
            case "the JDK" -> Set.of();
            case "everything" -> Set.of("*");
            default -> Stream.of(list.split(",")).map(String::strip).collect(Collectors.toSet());
        };
    }
}
