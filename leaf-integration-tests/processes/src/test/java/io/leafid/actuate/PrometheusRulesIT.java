package io.leafid.actuate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ready alarms as Prometheus evaluates them: each fires at its cause, alone, and resolves. */
class PrometheusRulesIT {

    private static final Path RULES = Path.of("../../docs/run/prometheus-rules.yml");
    private static final Path SCENES = Path.of("src/test/resources/alarms/alarms-test.yml");
    private static final Pattern ALARM = Pattern.compile("- alert: (\\w+)");

    @TempDir
    private Path directory;

    @Test
    void eachAlarmHasAScene() throws IOException {
        String scenes = Files.readString(SCENES);

        assertThat(ALARM.matcher(Files.readString(RULES)).results().map(alarm -> alarm.group(1)))
                .isNotEmpty()
                .allSatisfy(alarm -> assertThat(scenes).contains("alertname=\"" + alarm + "\""));
    }

    @Test
    void eachAlarmFiresAloneAndResolves() throws Exception {
        assumeTrue(isInstalled(), "skipped: no promtool; install Debian's package prometheus");
        Path file = directory.resolve("alarms-test.yml");
        Files.writeString(file, Files.readString(SCENES).replace("[RULES]", "[" + RULES.toRealPath() + "]"));

        Process promtool = new ProcessBuilder("promtool", "test", "rules", file.toString())
                .redirectErrorStream(true)
                .start();
        String answer = new String(promtool.getInputStream().readAllBytes(), UTF_8);

        assertThat(promtool.waitFor()).as(answer).isZero();
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "promtool")));
    }
}
