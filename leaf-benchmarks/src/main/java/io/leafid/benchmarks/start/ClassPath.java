package io.leafid.benchmarks.start;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parts of this program's class path, so that an application has what its starters bring and nothing else. Immutable.
 *
 * @param jars the names of its jars
 * @param modules the names of Leaf's modules that belong to it
 */
record ClassPath(Pattern jars, Pattern modules) {

    private static final String JDBC =
            "spring-(core|beans|context|expression|aop|tx|jdbc)|spring-boot|spring-boot-(autoconfigure|jdbc|sql|transaction|persistence)|"
                    + "commons-logging|micrometer-(observation|commons)|slf4j-api|jspecify|logback-.*|log4j-.*|jul-to-slf4j|snakeyaml|"
                    + "HikariCP|h2|jakarta.annotation-api";

    private static final String ACTUATOR =
            JDBC + "|spring-boot-(actuator.*|health|micrometer-.*)|micrometer-.*|HdrHistogram|LatencyUtils";

    private static final String CURATOR =
            "curator-(recipes|framework|client)|zookeeper|zookeeper-jute|audience-annotations|guava|"
                    + "failureaccess|netty-(handler|common|resolver|buffer|transport|transport-native-unix-common|codec-base)|commons-io";

    private static final String MODULES =
            "leaf-core|leaf-jdbc|leaf-data|leaf-public-ids|leaf-texts|leaf-several-databases|leaf-spring-boot-[a-z-]+";

    private static final Pattern NONE = Pattern.compile("(?!)");

    /** A module's name in the path of its jar or of its classes. */
    private static final Pattern MODULE = Pattern.compile("/(leaf-[a-z-]*[a-z])(?:-\\d[^/]*\\.jar|/target/classes)$");

    /** Of {@code spring-boot-starter-jdbc} with H2. */
    static final ClassPath PLAIN = new ClassPath(pattern(JDBC), NONE);

    /** With {@code spring-boot-starter-actuator}, which Leaf's starters bring. */
    static final ClassPath WITH_ACTUATOR = new ClassPath(pattern(ACTUATOR), NONE);

    /** With {@code leaf-spring-boot-starter-jdbc}. */
    static final ClassPath WITH_LEAF = new ClassPath(pattern(ACTUATOR), Pattern.compile(MODULES));

    /** With {@code leaf-spring-boot-starter}. */
    static final ClassPath WITH_LEAF_AND_CURATOR =
            new ClassPath(pattern(ACTUATOR + "|" + CURATOR), Pattern.compile(MODULES + "|leaf-zookeeper"));

    private static Pattern pattern(String names) {
        return Pattern.compile("(" + names + ")-\\d.*\\.jar");
    }

    /**
     * The class path with Leaf's modules as jars, as applications have them: each directory in a class path is searched for each class of all
     * others, which would count as Leaf's time.
     *
     * @param directory where the jars are made that are not there yet
     */
    String packed(Path directory) {
        return entries()
                .map(entry -> isOfLeaf(entry) && Files.isDirectory(Path.of(entry)) ? jar(entry, directory) : entry)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jar(String entry, Path directory) {
        Path jar = directory.resolve(module(entry) + ".jar");
        if (!Files.exists(jar)) {
            ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(System.out, System.err, "cf", jar.toString(), "-C", entry, ".");
        }
        return jar.toString();
    }

    @Override
    public String toString() {
        return entries().collect(Collectors.joining(File.pathSeparator));
    }

    private Stream<String> entries() {
        Predicate<String> isWanted = entry -> isOfThisModule(entry)
                || isOfLeaf(entry)
                || jars.matcher(nameOf(entry)).matches();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(isWanted);
    }

    private boolean isOfLeaf(String entry) {
        return modules.matcher(module(entry)).matches();
    }

    private static String module(String entry) {
        Matcher module = MODULE.matcher(entry);
        return module.find() ? module.group(1) : "";
    }

    private static boolean isOfThisModule(String entry) {
        return entry.contains("leaf-benchmarks");
    }

    private static String nameOf(String entry) {
        return String.valueOf(Path.of(entry).getFileName());
    }
}
