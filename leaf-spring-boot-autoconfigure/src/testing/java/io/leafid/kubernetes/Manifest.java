package io.leafid.kubernetes;

import io.leafid.testing.PageCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/**
 * One object of Kubernetes, as the page about it shows it, or a part of one. Immutable.
 *
 * @param content what YAML makes of it
 */
record Manifest(Map<String, Object> content) {

    static final Path PAGE = PageCode.file("run/kubernetes.md");

    private static final Pattern LINK = Pattern.compile("]\\((kubernetes/[a-z-]+\\.yaml)\\)");

    private static final Pattern BLOCK = Pattern.compile("(?m)^```yaml\\n(.*?)^```$", Pattern.DOTALL);

    /** Every object of the files that the page links to, and every part of one that it shows, in its order. */
    static List<Manifest> all() {
        List<Manifest> manifests = new ArrayList<>();
        Stream<String> files = firstGroups(LINK).distinct().map(file -> read(PAGE.resolveSibling(file)));
        Stream.concat(files, firstGroups(BLOCK)).forEach(text -> {
            for (Object each : new Yaml().loadAll(text)) {
                manifests.add(new Manifest(mapOf(each)));
            }
        });
        return manifests;
    }

    private static Stream<String> firstGroups(Pattern pattern) {
        return pattern.matcher(page()).results().map(found -> found.group(1));
    }

    static String page() {
        return read(PAGE);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What runs pods. */
    static Stream<Manifest> workloads() {
        return all().stream().filter(manifest -> manifest.find("spec.template") != null);
    }

    /** The only workload of a kind and of a name. */
    static Manifest workload(String kind, String name) {
        List<Manifest> found = workloads()
                .filter(workload -> workload.text("kind").equals(kind)
                        && workload.text("metadata.name").equals(name))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " workloads are a " + kind + " named " + name);
        }
        return found.get(0);
    }

    String text(String path) {
        return Objects.requireNonNull(find(path), path).toString();
    }

    int number(String path) {
        return Integer.parseInt(text(path));
    }

    Manifest part(String path) {
        return new Manifest(mapOf(Objects.requireNonNull(find(path), path)));
    }

    List<Manifest> parts(String path) {
        List<?> list = (List<?>) Objects.requireNonNull(find(path), path);
        return list.stream().map(each -> new Manifest(mapOf(each))).toList();
    }

    /** What stands at a path, in which a dot goes down into a map; nothing if there is none. */
    @Nullable Object find(String path) {
        Object found = content;
        for (String name : path.split("\\.", -1)) {
            found = (found instanceof Map<?, ?> map) ? map.get(name) : null;
        }
        return found;
    }

    /** The only container of the pods that this runs. */
    Manifest container() {
        List<Manifest> containers = parts("spec.template.spec.containers");
        if (containers.size() != 1) {
            throw new IllegalStateException(containers.size() + " containers");
        }
        return containers.get(0);
    }

    /** The environment of that container as Kubernetes makes it, with what a variable may refer to. */
    Map<String, String> environment(Map<String, String> fields) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (Manifest variable : container().parts("env")) {
            Object value = variable.find("value");
            if (value != null && !(value instanceof String)) {
                throw new IllegalStateException("Kubernetes takes texts only: " + variable);
            }
            environment.put(
                    variable.text("name"),
                    (value != null) ? value.toString() : Objects.requireNonNull(fields.get(reference(variable))));
        }
        return environment;
    }

    /** What a variable refers to: a field of the pod, or a secret and its key with a slash between. */
    private static String reference(Manifest variable) {
        return (variable.find("valueFrom.fieldRef") != null)
                ? variable.text("valueFrom.fieldRef.fieldPath")
                : variable.text("valueFrom.secretKeyRef.name") + "/" + variable.text("valueFrom.secretKeyRef.key");
    }

    private static Map<String, Object> mapOf(Object yaml) {
        Map<String, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) yaml).forEach((key, value) -> {
            if (value != null) {
                map.put(key.toString(), value);
            }
        });
        return map;
    }
}
