package io.leafid;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * Which package may use what. A package or library that is not named here is forbidden, so that a new arrow is a decision
 * and never an accident.
 */
class ArchitectureTest {

    private static final String BASE = "io.leafid";

    /** Stands for the base package itself, the public API. */
    private static final String ROOT = "<root>";

    private static final String ANY = "*";

    /** Package to the packages it may import. A package below one that is named here belongs to it. */
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
            Map.entry("autoconfigure", Set.of(ANY)),
            Map.entry(
                    "autoconfigure.jdbc",
                    Set.of("autoconfigure.properties", "segment.jdbc", "segment.store", "jdbc", "time", "text", ROOT)),
            Map.entry(
                    "autoconfigure.properties",
                    Set.of(
                            "settings",
                            "segment.jdbc",
                            "segment.store",
                            "segment.buffer",
                            "workerid.zookeeper",
                            "workerid.file",
                            "segment",
                            "segment.status",
                            "snowflake",
                            "lease",
                            "workerid",
                            "jdbc",
                            "json",
                            "file",
                            "time",
                            "text",
                            ROOT)),
            Map.entry(
                    "autoconfigure.identity",
                    Set.of(
                            "autoconfigure.properties",
                            "snowflake",
                            "lease",
                            "workerid",
                            "workerid.file",
                            "segment.store",
                            "jdbc",
                            "file",
                            "time",
                            "text",
                            ROOT)),
            Map.entry(
                    "actuate",
                    Set.of("segment", "segment.status", "snowflake", "lease", "workerid", "concurrent", "text", ROOT)),
            Map.entry("web", Set.of("segment", "segment.status", "segment.store", "snowflake", "text", ROOT)),
            Map.entry("segment.jdbc", Set.of("settings", "segment.store", "concurrent", "jdbc", "time", "text", ROOT)),
            Map.entry(
                    "workerid.zookeeper",
                    Set.of("settings", "workerid", "workerid.compat", "json", "time", "text", ROOT)),
            Map.entry("workerid.jdbc", Set.of("workerid", "workerid.compat", "jdbc", "time", "text", ROOT)),
            Map.entry("workerid.file", Set.of("workerid", "workerid.compat", "file", "time", "text", ROOT)),
            Map.entry("workerid.compat", Set.of("workerid", "json", "file", "text", ROOT)),
            Map.entry("snowflake", Set.of("settings", "lease", "concurrent", "time", "text", ROOT)),
            Map.entry("lease", Set.of("settings", "workerid", "concurrent", "time", "text", ROOT)),
            Map.entry(
                    "segment",
                    Set.of(
                            "settings",
                            "segment.store",
                            "segment.status",
                            "segment.buffer",
                            "segment.step",
                            "segment.notes",
                            "concurrent",
                            "time",
                            "text",
                            ROOT)),
            Map.entry("segment.notes", Set.of("segment.store", "segment.buffer", "file", "time", ROOT)),
            Map.entry(
                    "segment.buffer",
                    Set.of(
                            "settings",
                            "segment.store",
                            "segment.status",
                            "segment.step",
                            "concurrent",
                            "time",
                            "text",
                            ROOT)),
            Map.entry("segment.step", Set.of()),
            Map.entry("segment.status", Set.of("concurrent")),
            Map.entry("segment.store", Set.of("segment.status", "text", ROOT)),
            Map.entry("workerid", Set.of("settings", "time", "text", ROOT)),
            Map.entry("jdbc", Set.of("time", "text", ROOT)),
            Map.entry("concurrent", Set.of("time", "text", ROOT)),
            Map.entry("file", Set.of("time")),
            Map.entry("json", Set.of()),
            Map.entry("time", Set.of()),
            Map.entry("settings", Set.of()),
            Map.entry("text", Set.of(ROOT)),
            Map.entry(ROOT, Set.of()));

    /** Files that a package may have. */
    private static final int MAX_FILES = 25;

    /** Packages that speak of settings, or of metrics, whose names look like them. */
    private static final Set<String> SPEAK_OF_KEYS =
            Set.of("autoconfigure", "actuate", "web", "test", "data", "remote");

    /** A key of a setting; events of the original's files are no keys. */
    private static final Pattern KEY = Pattern.compile(
            "\\bleaf\\.(enabled|name|default-mode|jdbc|segment|tags|snowflake|remote|web|metrics|public-ids)"
                    + "\\b(?!\\()");

    private static final Set<String> SPRING = Set.of(
            "autoconfigure",
            "autoconfigure.identity",
            "autoconfigure.jdbc",
            "autoconfigure.properties",
            "actuate",
            "web");
    private static final Set<String> ENGINES = Set.of(
            "segment",
            "segment.store",
            "segment.status",
            "segment.buffer",
            "segment.step",
            "segment.notes",
            "segment.jdbc",
            "snowflake",
            "lease",
            "concurrent",
            "jdbc",
            "file",
            "settings",
            "text");
    private static final Set<String> JDBC = Set.of("jdbc", "segment.jdbc", "workerid.jdbc");

    /** Package prefix of a library to the packages of ours that may use it. */
    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("java.", Set.of(ANY)),
            Map.entry("javax.sql.", Set.of(ANY)),
            Map.entry("com.fasterxml.jackson.annotation.", Set.of("actuate", "web")),
            Map.entry("tools.jackson.", Set.of("autoconfigure", "web")),
            Map.entry("org.slf4j.", Set.of(ANY)),
            Map.entry("org.jspecify.annotations.", Set.of(ANY)),
            Map.entry("org.springframework.", SPRING),
            Map.entry("org.springframework.jdbc.", JDBC),
            // What spring-jdbc throws and what its transactions are made of.
            Map.entry("org.springframework.dao.", JDBC),
            Map.entry("org.springframework.transaction.", JDBC),
            Map.entry("com.zaxxer.hikari.", Set.of("autoconfigure.jdbc")),
            Map.entry("io.micrometer.", Set.of("actuate", "autoconfigure")),
            Map.entry("jakarta.servlet.", Set.of("web")),
            Map.entry("reactor.core.", Set.of("web")),
            Map.entry("org.reactivestreams.", Set.of("web")),
            Map.entry("org.apache.curator.", Set.of("workerid.zookeeper", "autoconfigure")),
            Map.entry("org.apache.zookeeper.", Set.of("workerid.zookeeper")));

    /** A class that constructs one of these, or a subclass, has made a thread. */
    private static final Set<Class<?>> THREAD_SOURCES =
            Set.of(Thread.class, Timer.class, ThreadPoolExecutor.class, ForkJoinPool.class);

    /** Tests are what lies beside this class, whatever a build or an IDE calls that directory. */
    private static final ImportOption WITHOUT_TESTS = location -> !location.contains(ArchitectureTest.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .toString());

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(WITHOUT_TESTS).importPackages(BASE);

    @Test
    void packagesImportOnlyWhatTheArrowsAllow() {
        classes()
                .should(dependOnlyOn("packages that an arrow leads to", ArchitectureTest::isOurs, (from, to) -> {
                    String target = moduleOf(to);
                    return target.equals(from) || contains(MAY_IMPORT.getOrDefault(from, Set.of()), target);
                }))
                .check(CLASSES);
    }

    @Test
    void librariesAreUsedOnlyWhereTheyBelong() {
        classes()
                .should(dependOnlyOn(
                        "libraries of their package",
                        type -> !isOurs(type) && !type.isPrimitive(),
                        (from, to) -> LIBRARIES.entrySet().stream()
                                .filter(library -> to.getName().startsWith(library.getKey()))
                                .anyMatch(library -> contains(library.getValue(), from))))
                .check(CLASSES);
    }

    /** A store need not be a database. */
    @Test
    void coreKnowsNoSql() {
        noClasses()
                .that(DescribedPredicate.describe("are of leaf-core", ArchitectureTest::isOfCore))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..")
                .check(CLASSES);
    }

    private static boolean isOfCore(JavaClass type) {
        return type.getSource()
                .map(source -> source.getUri().toString().contains("/leaf-core/"))
                .orElse(false);
    }

    @Test
    void everyPackageIsPartOfTheDesign() {
        assertThat(CLASSES)
                .extracting(ArchitectureTest::moduleOf)
                .allSatisfy(module -> assertThat(MAY_IMPORT).containsKey(module));
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().assignedFrom(onePerPackage()).should().beFreeOfCycles().check(CLASSES);
    }

    /** A way through an engine leads in one direction; two classes that need each other are one, or lack a third. */
    @Test
    void classesOfEnginesAreFreeOfCycles() {
        slices().assignedFrom(onePerClassOf(ENGINES)).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmallEnoughToFindThingsIn() {
        assertThat(filesByPackage())
                .allSatisfy((module, files) -> assertThat(files).as(module).hasSizeLessThanOrEqualTo(MAX_FILES));
    }

    @Test
    void theDrawingForContributorsIsTheRule() throws IOException {
        assertThat(Drawing.read(Path.of("..", "docs", "contribute", "CONTRIBUTING.md")))
                .isEqualTo(MAY_IMPORT);
    }

    @Test
    void enginesKnowNoKeysOfSettings() {
        Path base = Path.of("io", "leafid");
        List<Path> naming = SourceTrees.files().stream()
                .filter(file ->
                        SPEAK_OF_KEYS.stream().noneMatch(base.relativize(SourceTrees.relative(file))::startsWith))
                .filter(file -> KEY.matcher(read(file)).find())
                .toList();

        assertThat(naming).as("autoconfigure alone speaks of keys").isEmpty();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Map<String, List<JavaClass>> filesByPackage() {
        return CLASSES.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .collect(Collectors.groupingBy(ArchitectureTest::packageOf, TreeMap::new, Collectors.toList()));
    }

    private static String packageOf(JavaClass type) {
        return type.getPackageName().equals(BASE) ? ROOT : type.getPackageName().substring(BASE.length() + 1);
    }

    @Test
    void onlyTimeReadsTheClockOrWaits() {
        classes()
                .that(resideOutside("time"))
                .should(notAccess("the clock or a waiting method", ArchitectureTest::readsTheClockOrWaits))
                .check(CLASSES);
    }

    @Test
    void threadsAreMadeInOneClassOfTime() {
        List<JavaClass> makers = CLASSES.stream()
                .filter(type -> type.getAccessesFromSelf().stream().anyMatch(ArchitectureTest::makesThreads))
                .map(ArchitectureTest::outermost)
                .distinct()
                .toList();

        assertThat(makers)
                .hasSizeLessThanOrEqualTo(1)
                .allSatisfy(maker -> assertThat(moduleOf(maker)).isEqualTo("time"));
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
                .isNotEmpty()
                .allSatisfy(own -> assertThat(own.isAnnotatedWith(NullMarked.class))
                        .as("@NullMarked on %s", own.getName())
                        .isTrue());
    }

    private static ArchCondition<JavaClass> dependOnlyOn(
            String what, Predicate<JavaClass> concerned, Allowance allowance) {
        return new ArchCondition<>("depend only on " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(use -> concerned.test(elementOf(use.getTargetClass())))
                        .filter(use -> !allowance.isAllowed(moduleOf(type), elementOf(use.getTargetClass())))
                        .forEach(use -> events.add(SimpleConditionEvent.violated(use, use.getDescription())));
            }
        };
    }

    private static ArchCondition<JavaClass> notAccess(String what, Predicate<JavaAccess<?>> forbidden) {
        return new ArchCondition<>("not access " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getAccessesFromSelf().stream()
                        .filter(forbidden)
                        .forEach(use -> events.add(SimpleConditionEvent.violated(use, use.getDescription())));
            }
        };
    }

    private static DescribedPredicate<JavaClass> resideOutside(String module) {
        return DescribedPredicate.describe(
                "reside outside " + module, type -> !moduleOf(type).equals(module));
    }

    private static boolean readsTheClockOrWaits(JavaAccess<?> access) {
        String method = access.getTarget().getName();
        return switch (access.getTargetOwner().getName()) {
            case "java.lang.System" -> Set.of("currentTimeMillis", "nanoTime").contains(method);
            case "java.lang.Thread", "java.util.concurrent.TimeUnit" -> method.equals("sleep");
            case "java.util.concurrent.locks.LockSupport" -> method.startsWith("park");
            case "java.time.Clock" -> method.startsWith("system") || method.startsWith("tick");
            default ->
                method.equals("now") && access.getTargetOwner().getPackageName().startsWith("java.time");
        };
    }

    private static boolean makesThreads(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        return switch (access.getTarget().getName()) {
            case "<init>" -> THREAD_SOURCES.stream().anyMatch(owner::isAssignableTo);
            case "commonPool" -> owner.isEquivalentTo(ForkJoinPool.class);
            default -> owner.isEquivalentTo(Executors.class);
        };
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(BASE) || type.getPackageName().startsWith(BASE + ".");
    }

    /** The entry of {@link #MAY_IMPORT} that a class belongs to, or its own package if there is none. */
    private static String moduleOf(JavaClass type) {
        if (type.getPackageName().equals(BASE)) {
            return ROOT;
        }
        String name = type.getPackageName().substring(BASE.length() + 1);
        return MAY_IMPORT.keySet().stream()
                .filter(module -> (name + ".").startsWith(module + "."))
                .reduce((left, right) -> left.length() > right.length() ? left : right)
                .orElse(name);
    }

    private static boolean contains(Collection<String> allowed, String module) {
        return allowed.contains(ANY) || allowed.contains(module);
    }

    private static JavaClass elementOf(JavaClass type) {
        return type.getBaseComponentType();
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static SliceAssignment onePerPackage() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }

    private static SliceAssignment onePerClassOf(Set<String> modules) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isOurs(type) && modules.contains(moduleOf(type))
                        ? SliceIdentifier.of(outermost(type).getName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "classes of " + modules;
            }
        };
    }

    /** Whether a package of ours may use a class. */
    private interface Allowance {

        boolean isAllowed(String module, JavaClass target);
    }
}
