package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** That rules and texts know each other: each code that a rule names has texts, and each text a rule that names its code. */
class ProblemTextsTest {

    private static final String BUNDLE = ProblemTextsTest.class.getPackageName() + ".problems";

    private static final Path RESOURCES = Path.of("src", "main", "resources");

    private static final ResourceBundle TEXTS = ResourceBundle.getBundle(BUNDLE);

    private static final List<Rule> RULES = new ArrayList<>();

    /** A place in the sources that names codes, of which one is taken, and the number of values that it has for their texts. */
    record Rule(String source, List<String> codes, int values) {}

    @BeforeAll
    static void readSources() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path folder = Path.of("src", "main", "java")
                .resolve(Path.of(BUNDLE.replace('.', '/')))
                .getParent();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
                Stream<Path> files = Files.list(folder)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    null,
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files.toList()));
            for (CompilationUnitTree file : task.parse()) {
                new Reader().scan(file, null);
            }
        }
    }

    /** The texts of a code, as a reader sees them. */
    private static String textsOf(String code, int values) {
        Object[] shown = IntStream.range(0, values).mapToObj(i -> "<" + i + ">").toArray();
        return ProblemTexts.of(code, "problem", "leaf.group.key", shown) + "\n"
                + ProblemTexts.of(code, "remedy", "leaf.group.key", shown);
    }

    /** The code that a text is written under: the code itself, or one that it belongs to. */
    private static String writtenUnder(String code, String kind) {
        String text = code + "." + kind;
        return (TEXTS.containsKey(text) || code.indexOf('.') < 0)
                ? text
                : writtenUnder(code.substring(0, code.lastIndexOf('.')), kind);
    }

    @Test
    void everyRuleNamesItsCodes() {
        assertThat(RULES)
                .hasSizeGreaterThan(50)
                .allSatisfy(rule -> assertThat(rule.codes()).isNotEmpty());
    }

    @Test
    void everyCodeHasAProblemAndARemedy() {
        assertThat(RULES)
                .flatExtracting(Rule::codes)
                .allSatisfy(code -> assertThat(TEXTS.keySet())
                        .contains(writtenUnder(code, "problem"), writtenUnder(code, "remedy")));
    }

    @Test
    void everyTextIsThatOfARule() {
        Set<String> used = new TreeSet<>();
        for (Rule rule : RULES) {
            for (String code : rule.codes()) {
                used.add(writtenUnder(code, "problem"));
                used.add(writtenUnder(code, "remedy"));
            }
        }
        assertThat(new TreeSet<>(TEXTS.keySet())).isEqualTo(used);
    }

    @Test
    void everyTextIsWrittenOnce() throws IOException {
        assertThat(Files.readAllLines(RESOURCES.resolve(BUNDLE.replace('.', '/') + ".properties")).stream()
                        .filter(line -> line.matches("[a-z].*"))
                        .map(line -> line.replaceFirst(" = .*", "")))
                .doesNotHaveDuplicates()
                .hasSameSizeAs(TEXTS.keySet());
    }

    /** One that is missing ends the start with another exception, and one too many was forgotten in the text. */
    @Test
    void everyValueIsShown() {
        assertThat(RULES).allSatisfy(rule -> {
            List<String> texts = rule.codes().stream()
                    .map(code -> textsOf(code, rule.values()))
                    .toList();
            assertThat(texts).noneMatch(text -> text.contains("%") || text.contains("{group}") || text.contains("{}"));
            assertThat(IntStream.range(0, rule.values()).mapToObj(i -> "<" + i + ">"))
                    .allMatch(String.join("", texts)::contains);
        });
    }

    @Test
    void textsAreInANativeImage() throws IOException {
        Path metadata = RESOURCES.resolve(Path.of(
                "META-INF",
                "native-image",
                "io.leafid",
                "leaf-spring-boot-autoconfigure",
                "reachability-metadata.json"));
        assertThat(Files.readString(metadata)).contains("\"bundle\": \"%s\"".formatted(BUNDLE));
    }

    /** Finds the calls of {@link Problems} that name a code, and those in it. */
    private static final class Reader extends TreeScanner<@Nullable Void, @Nullable Void> {

        /** The place of the code among the arguments; behind it come the values, or what may refuse a value with its message. */
        private static final Map<String, Integer> PLACES = Map.of("require", 2, "accept", 1, "add", 1, "addHidden", 2);

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
            String method = call.getMethodSelect().toString();
            int place = PLACES.getOrDefault(method.replace("problems.", ""), -1);
            List<? extends ExpressionTree> arguments = call.getArguments();
            if (place >= 0 && !(method.endsWith("accept") && arguments.size() == 2)) { // a record has its own texts
                List<String> codes = codes(arguments.get(place));
                int values = method.endsWith("accept") ? 1 : arguments.size() - place - 1;
                if (method.contains(".") || !codes.isEmpty()) { // else it is passed on
                    RULES.add(new Rule(call.toString(), codes, values));
                }
            }
            return super.visitMethodInvocation(call, null);
        }

        private static List<String> codes(ExpressionTree code) {
            if (code instanceof ConditionalExpressionTree choice) {
                return Stream.of(choice.getTrueExpression(), choice.getFalseExpression())
                        .flatMap(each -> codes(each).stream())
                        .toList();
            }
            return (code instanceof LiteralTree literal) ? List.of(String.valueOf(literal.getValue())) : List.of();
        }
    }
}
