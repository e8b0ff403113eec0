package io.leafid.benchmarks.segments;

import java.util.List;
import java.util.stream.IntStream;

/** The tags of all benchmarks, and the step that their rows name. */
final class TagNames {

    /** Ids per allocation, as the row names it. */
    static final int STEP = 1000;

    /** As callers have them: like a constant in the source, each is the one string of its value that the JVM keeps. */
    static final List<String> ALL =
            IntStream.range(0, 100).mapToObj(i -> ("shop.order." + i).intern()).toList();

    private TagNames() {}

    /** An equal string that is another object, as a database or a request brings it. */
    static String copy(String tag) {
        return String.valueOf(tag.toCharArray());
    }
}
