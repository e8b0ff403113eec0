package io.leafid;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * How long the methods of a tree of sources are, and how many parts its methods, constructors and records take, as the compiler's parser
 * sees them. Immutable.
 *
 * <p>A method's lines are those between its braces, without blank lines and lines that hold only a comment. Constructors count, methods
 * without a body do not. What is nested in a method counts for both.
 *
 * @param methods methods and constructors with a body
 * @param widths methods, constructors and records with their parts
 */
record SourceSizes(List<Method> methods, List<Width> widths) {

    /** A method and its lines. */
    record Method(String name, int lines) {}

    /** What takes parts, and how many. */
    record Width(String file, String name, int parts) {}

    static List<Path> files(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .toList();
        }
    }

    static SourceSizes of(Path tree) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        SourceSizes sizes = new SourceSizes(new ArrayList<>(), new ArrayList<>());
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files(tree)));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                sizes.new Counter(unit, positions).scan(unit, null);
            }
        }
        return sizes;
    }

    /** Counts one file. */
    private final class Counter extends TreePathScanner<@Nullable Void, @Nullable Void> {

        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final String source;

        Counter(CompilationUnitTree unit, SourcePositions positions) throws IOException {
            this.unit = unit;
            this.positions = positions;
            this.source = unit.getSourceFile().getCharContent(true).toString();
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            if (type.getKind() == Tree.Kind.RECORD) {
                long parts = type.getMembers().stream()
                        .filter(member -> member instanceof VariableTree part
                                && !part.getModifiers().getFlags().contains(Modifier.STATIC))
                        .count();
                widths.add(new Width(file(), nameOf(type), (int) parts));
            }
            return super.visitClass(type, null);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
            ClassTree type = (ClassTree) getCurrentPath().getParentPath().getLeaf();
            String name = nameOf(type) + "." + method.getName();
            widths.add(new Width(file(), name, method.getParameters().size()));
            if (method.getBody() != null) {
                methods.add(new Method(name, lines(method)));
            }
            return super.visitMethod(method, null);
        }

        private String file() {
            return unit.getSourceFile().getName();
        }

        private String nameOf(ClassTree type) {
            return unit.getPackageName() + "." + type.getSimpleName();
        }

        private int lines(MethodTree method) {
            int start = (int) positions.getStartPosition(unit, method.getBody());
            String body = source.substring(start + 1, end(method.getBody()) - 1);
            return (int) body.lines().filter(SourceSizes::isCode).count();
        }

        private int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }
    }

    private static boolean isCode(String line) {
        String text = line.strip();
        return !text.isEmpty() && !text.startsWith("//") && !text.startsWith("/*") && !text.startsWith("*");
    }
}
