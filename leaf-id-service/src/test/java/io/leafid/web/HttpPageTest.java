package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.remote.service.SegmentController;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;

/** The page about HTTP has every path with its methods, and no other. */
class HttpPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "http.md");

    private static final Pattern REQUEST = Pattern.compile("^[|] `(GET|POST|PUT|DELETE)(?:`, `HEAD)? ([^`{?]*)");

    @Test
    void everyPathIsThereWithItsMethods() throws IOException {
        Set<String> answered = new TreeSet<>();
        for (Class<?> controller :
                List.of(IdController.class, SnowflakeController.class, PageController.class, SegmentController.class)) {
            String base = mapping(controller).path()[0].replaceAll("^\\$\\{.*?}", "");
            for (Method method : controller.getDeclaredMethods()) {
                if (AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class)) {
                    RequestMapping mapping = mapping(method);
                    List<String> paths = (mapping.path().length == 0) ? List.of("") : List.of(mapping.path());
                    paths.forEach(path -> answered.add(mapping.method()[0] + " " + prefix(base + path)));
                }
            }
        }
        answered.remove("GET /leaf/state"); // the page's own
        Set<String> shown = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE)) {
            REQUEST.matcher(line).results().forEach(row -> shown.add(row.group(1) + " " + prefix(row.group(2))));
        }

        assertThat(shown).isEqualTo(answered);
    }

    private static RequestMapping mapping(java.lang.reflect.AnnotatedElement element) {
        return Objects.requireNonNull(AnnotatedElementUtils.findMergedAnnotation(element, RequestMapping.class));
    }

    private static String prefix(String path) {
        return path.replaceAll("\\{.*", "").replaceAll("/$", "");
    }
}
