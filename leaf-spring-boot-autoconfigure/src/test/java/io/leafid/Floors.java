package io.leafid;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts how many classes of a package stand upon each other. Used by one thread. */
final class Floors {

    private final Map<JavaClass, Set<JavaClass>> reachable = new HashMap<>();
    private final Map<JavaClass, Integer> height = new HashMap<>();
    private final Set<JavaClass> classes;

    private Floors(Collection<JavaClass> classes) {
        this.classes = Set.copyOf(classes);
    }

    /** The longest row of classes of which each uses the next; classes that use each other in a circle count once. */
    static int of(Collection<JavaClass> classes) {
        Floors floors = new Floors(classes);
        return classes.stream().mapToInt(floors::height).max().orElse(0);
    }

    private int height(JavaClass type) {
        Integer known = height.get(type);
        if (known != null) {
            return known;
        }
        int below = reachable(type).stream()
                .filter(lower -> !reachable(lower).contains(type))
                .mapToInt(this::height)
                .max()
                .orElse(0);
        height.put(type, below + 1);
        return below + 1;
    }

    private Set<JavaClass> reachable(JavaClass type) {
        Set<JavaClass> known = reachable.get(type);
        if (known == null) {
            known = new HashSet<>();
            collect(type, known);
            reachable.put(type, known);
        }
        return known;
    }

    private void collect(JavaClass type, Set<JavaClass> found) {
        for (JavaClass used : usedBy(type)) {
            if (found.add(used)) {
                collect(used, found);
            }
        }
    }

    /** What a class and those nested in it use of the package. */
    private Set<JavaClass> usedBy(JavaClass type) {
        return type.getPackage().getClasses().stream()
                .filter(each -> outermost(each).equals(type))
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                .map(use -> outermost(use.getTargetClass().getBaseComponentType()))
                .filter(used -> !used.equals(type) && classes.contains(used))
                .collect(Collectors.toSet());
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(Floors::outermost).orElse(type);
    }
}
