package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/** Starts applications that must fail, and compares what a user reads then with the files under {@code failures}. */
public final class FailureTexts {

    private FailureTexts() {}

    public static void assertFails(String text, Class<?> first, Class<?> second, String... arguments) {
        assertFails(text, application(first, second), arguments);
    }

    public static void assertFails(String text, SpringApplication application, String... arguments) {
        assertThatThrownBy(() -> application.run(arguments)).isInstanceOf(RuntimeException.class);
        String actual = withoutTemporaryNames(RecordedFailures.take().orElse("<no explanation>"));
        keep(text, actual);
        assertThat(actual).isEqualTo(expected(text));
    }

    /** The directory and the database that a test has for itself are called otherwise each time. */
    private static String withoutTemporaryNames(String text) {
        String directory = Pattern.quote(System.getProperty("java.io.tmpdir"));
        return text.replaceAll(directory + "/junit-?\\d+", "/tmp/junit")
                .replaceAll("127\\.0\\.0\\.1:\\d+/leaf_\\d+_\\d+", "db:3306/leaf");
    }

    /** So that a text that was changed on purpose can be copied after it was read. */
    private static void keep(String text, String actual) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "failure-texts"));
            Files.writeString(folder.resolve(text + ".txt"), actual);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public static SpringApplication application(Class<?>... sources) {
        SpringApplication application =
                new SpringApplication(Stream.of(sources).distinct().toArray(Class<?>[]::new));
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        return application;
    }

    private static String expected(String text) {
        String resource = "failures/" + text + ".txt";
        try (InputStream stream = FailureTexts.class.getResourceAsStream(resource)) {
            return (stream == null)
                    ? "<no " + resource + ">"
                    : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
