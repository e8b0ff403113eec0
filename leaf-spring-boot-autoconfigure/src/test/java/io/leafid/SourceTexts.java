package io.leafid;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The texts that the main sources log as WARN and ERROR or give to an object that they make, such as an exception, read by the
 * compiler's parser. What is known at run time only is an ellipsis.
 */
final class SourceTexts extends TreeScanner<@Nullable Void, @Nullable Void> {

    private static final String UNKNOWN = "…";

    private static final Set<String> LEVELS = Set.of("warn", "error");

    /** Two words. */
    private static final Pattern SAYING = Pattern.compile("[a-z]{2}.*\\b[a-z]{2}");

    private final Map<String, ExpressionTree> constants = new HashMap<>();
    private final Map<String, Set<String>> texts;

    private SourceTexts(Map<String, Set<String>> texts) {
        this.texts = texts;
    }

    /** The texts by what they are: {@code WARN}, {@code ERROR}, or the simple name of the class that is made with them. */
    static Map<String, Set<String>> all() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, Set<String>> texts = new TreeMap<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    null,
                    null,
                    null,
                    files.getJavaFileObjectsFromPaths(SourceTrees.files().stream()
                            .sorted()
                            .map(Path::toAbsolutePath)
                            .toList()));
            for (CompilationUnitTree file : task.parse()) {
                new SourceTexts(texts).scan(file, null);
            }
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
        return texts;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void none) {
        if (variable.getInitializer() != null
                && variable.getName()
                        .toString()
                        .equals(variable.getName().toString().toUpperCase(java.util.Locale.ROOT))) {
            constants.put(variable.getName().toString(), variable.getInitializer());
        }
        return super.visitVariable(variable, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        if (call.getMethodSelect() instanceof MemberSelectTree method
                && LEVELS.contains(method.getIdentifier().toString())
                && method.getExpression().toString().equals("logger")) {
            add(
                    method.getIdentifier().toString().toUpperCase(Locale.ROOT),
                    call.getArguments().get(0));
        }
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree made, @Nullable Void none) {
        String type = made.getIdentifier().toString().replaceAll(".*[.]", "");
        made.getArguments().forEach(argument -> add(type, argument));
        return super.visitNewClass(made, null);
    }

    /** Adds what an expression may be, if it says something before the program runs. */
    private void add(String kind, ExpressionTree expression) {
        variants(expression)
                .map(text -> text.replaceAll("\\{}|%[sd]", UNKNOWN)
                        .replaceAll("\\s+", " ")
                        .strip())
                .filter(text -> SAYING.matcher(text).find())
                .forEach(text ->
                        texts.computeIfAbsent(kind, key -> new TreeSet<>()).add(text));
    }

    /** The texts that an expression may be. */
    private Stream<String> variants(ExpressionTree text) {
        if (text instanceof LiteralTree literal && literal.getValue() != null) {
            return Stream.of(literal.getValue().toString());
        }
        if (text instanceof ParenthesizedTree parentheses) {
            return variants(parentheses.getExpression());
        }
        if (text instanceof BinaryTree sum) {
            List<String> right = variants(sum.getRightOperand()).toList();
            return variants(sum.getLeftOperand()).flatMap(left -> right.stream().map(left::concat));
        }
        if (text instanceof ConditionalExpressionTree choice) {
            return Stream.concat(variants(choice.getTrueExpression()), variants(choice.getFalseExpression()));
        }
        if (text instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree method
                && method.getIdentifier().contentEquals("formatted")) {
            return variants(method.getExpression());
        }
        if (text instanceof IdentifierTree name
                && constants.containsKey(name.getName().toString())) {
            return variants(constants.get(name.getName().toString()));
        }
        return Stream.of(UNKNOWN);
    }
}
