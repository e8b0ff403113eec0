package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that was prepared ahead of time, as for a native image, gives entities their ids: in processes of its own. */
class AheadOfTimeIT {

    private static final List<String> SETTINGS = List.of(
            "--spring.datasource.url=jdbc:h2:mem:prepared",
            "--spring.jpa.hibernate.ddl-auto=create",
            "--spring.main.web-application-type=none",
            "--leaf.segment.enabled=true",
            "--leaf.segment.auto-create.enabled=true",
            "--leaf.name=prepared");

    @TempDir
    private Path home;

    @Test
    void entityGetsItsIdInAPreparedApplication() throws Exception {
        Path sources = home.resolve("sources");
        Path resources = home.resolve("resources");
        Path classes = home.resolve("classes");
        List<String> preparation = new ArrayList<>(List.of(
                "org.springframework.boot.SpringApplicationAotProcessor",
                PreparedApplication.class.getName(),
                sources.toString(),
                resources.toString(),
                classes.toString(),
                "io.leafid",
                "prepared"));
        preparation.addAll(SETTINGS);
        run(List.of(), System.getProperty("java.class.path"), preparation);
        compile(sources, classes);

        List<String> start = new ArrayList<>(List.of(PreparedApplication.class.getName()));
        start.addAll(SETTINGS);
        String path = String.join(
                File.pathSeparator, classes.toString(), resources.toString(), System.getProperty("java.class.path"));

        assertThat(run(List.of("-Dspring.aot.enabled=true"), path, start)).contains("stored 1, prepared true");
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path")));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).isZero();
    }

    private String run(List<String> options, String classPath, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + home));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.addAll(arguments);
        Path log = home.resolve("output-" + options.size() + ".log");
        int exit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        String output = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(exit).as("%s", output).isZero();
        return output;
    }
}
