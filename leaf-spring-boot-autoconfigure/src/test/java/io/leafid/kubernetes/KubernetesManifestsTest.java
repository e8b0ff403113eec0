package io.leafid.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import tools.jackson.databind.json.JsonMapper;

/** What the manifests of the page about Kubernetes say agrees with itself, with Spring Boot and with Leaf. */
class KubernetesManifestsTest {

    private static final Set<String> METADATA = metadata();

    @TempDir
    private Path directory;

    /** The names of all properties of everything on the class path that says so. */
    private static Set<String> metadata() {
        Set<String> names = new TreeSet<>();
        ClassLoader loader = KubernetesManifestsTest.class.getClassLoader();
        Stream.of(
                        "META-INF/spring-configuration-metadata.json",
                        "META-INF/additional-spring-configuration-metadata.json")
                .flatMap(loader::resources)
                .forEach(file -> names.addAll(namesIn(file)));
        assertThat(names).contains("leaf.snowflake.mode", "server.port");
        return names;
    }

    private static List<String> namesIn(URL file) {
        try (InputStream stream = file.openStream()) {
            return JsonMapper.shared()
                    .readTree(stream)
                    .path("properties")
                    .valueStream()
                    .map(property -> property.path("name").asString())
                    .toList();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static Stream<Manifest> workloads() {
        return Manifest.workloads();
    }

    @Test
    void pageHasAManifestForEachWorkload() {
        assertThat(workloads().map(workload -> workload.text("kind")))
                .containsExactly("Deployment", "Deployment", "StatefulSet", "StatefulSet");
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void partsFitTogether(Manifest workload) {
        assertThat(workload.find("spec.template.metadata.labels"))
                .isEqualTo(workload.find("spec.selector.matchLabels"));
        Manifest container = workload.container();
        List<String> volumes = Stream.of("spec.volumes", "spec.template.spec.volumes", "spec.volumeClaimTemplates")
                .filter(path -> workload.find(path) != null)
                .flatMap(path -> workload.parts(path).stream())
                .map(volume -> volume.find("name") != null ? volume.text("name") : volume.text("metadata.name"))
                .toList();
        assertThat(container.parts("volumeMounts"))
                .extracting(mount -> mount.text("name"))
                .isEqualTo(volumes);
        if (workload.text("kind").equals("StatefulSet")) {
            Manifest service = Manifest.all().stream()
                    .filter(manifest -> "Service".equals(manifest.find("kind")))
                    .filter(manifest -> manifest.text("metadata.name").equals(workload.text("spec.serviceName")))
                    .findFirst()
                    .orElseThrow();
            assertThat(service.find("spec.selector")).isEqualTo(workload.find("spec.selector.matchLabels"));
            assertThat(service.parts("spec.ports").get(0).text("port"))
                    .isEqualTo(container.parts("ports").get(0).text("containerPort"));
        }
    }

    /** Spring Boot itself says what a name of the environment means, so each known property is looked up by its own name. */
    @ParameterizedTest
    @MethodSource("workloads")
    void eachVariableIsThatOfAPropertyThatExists(Manifest workload) {
        Map<String, String> properties = new TreeMap<>();
        METADATA.forEach(name -> properties.put(variableOf(name), name));
        properties.put(
                "MANAGEMENT_ENDPOINT_HEALTH_GROUP_READINESS_INCLUDE", "management.endpoint.health.group"); // a map

        assertThat(workload.container().parts("env"))
                .extracting(variable -> variable.text("name"))
                .doesNotHaveDuplicates()
                .allSatisfy(variable -> assertThat(properties).containsKey(variable));
    }

    private static String variableOf(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void probesAreAskedWhereSpringBootAnswersAndReadinessContainsLeaf(Manifest workload) {
        Manifest container = workload.container();
        assertThat(container.text("livenessProbe.httpGet.path")).isEqualTo("/actuator/health/liveness");
        assertThat(container.text("startupProbe.httpGet.path")).isEqualTo("/actuator/health/liveness");
        assertThat(container.text("readinessProbe.httpGet.path")).isEqualTo("/actuator/health/readiness");
        assertThat(Stream.of("liveness", "readiness", "startup")
                        .map(kind -> container.text(kind + "Probe.httpGet.port"))
                        .distinct())
                .containsExactly(container.parts("ports").get(0).text("name"));
        assertThat(environment(workload))
                .containsEntry("SERVER_PORT", container.parts("ports").get(0).text("containerPort"))
                .containsEntry("MANAGEMENT_ENDPOINT_HEALTH_GROUP_READINESS_INCLUDE", "readinessState,leaf");
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void graceIsLongerThanAllStepsOfTheShutdown(Manifest workload) {
        ShutdownSteps steps = ShutdownSteps.ofThePage();
        Map<String, String> environment = environment(workload);
        assertThat(steps.of("preStop"))
                .isEqualTo(Duration.ofSeconds(workload.container().number("lifecycle.preStop.sleep.seconds")));
        assertThat(steps.of("timeout-per-shutdown-phase"))
                .isEqualTo(DurationStyle.detectAndParse(
                        String.valueOf(environment.get("SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE"))));
        assertThat(steps.of("load-timeout")).isEqualTo(AllocationSettings.DEFAULT.loadTimeout());
        assertThat(steps.of("zk.connection-timeout")).isEqualTo(ZooKeeperSettings.DEFAULT_CONNECTION_TIMEOUT);

        Duration grace = Duration.ofSeconds(workload.number("spec.template.spec.terminationGracePeriodSeconds"));

        assertThat(grace).isGreaterThan(steps.total());
        assertThat(Manifest.page())
                .contains("That is %d of %d seconds".formatted(steps.total().toSeconds(), grace.toSeconds()));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void stateIsKeptOnAVolume(Manifest workload) {
        String mounted = workload.container().parts("volumeMounts").get(0).text("mountPath");
        assertThat(environment(workload)).containsEntry("LEAF_SNOWFLAKE_STATEDIRECTORY", mounted);
        assertThat(environment(workload).values())
                .filteredOn(value -> value.contains("/var/"))
                .allMatch(value -> value.contains(mounted));
    }

    private static Map<String, String> environment(Manifest workload) {
        return new LinkedHashMap<>(workload.environment(
                Map.of("metadata.name", "orders-1", "shop-db/username", "u", "shop-db/password", "p")));
    }

    @Test
    void serviceNamedLikeAPropertyWouldStopTheStartWithoutTheSwitch() {
        assertThat(workloads())
                .allSatisfy(workload -> assertThat(workload.text("spec.template.spec.enableServiceLinks"))
                        .isEqualTo("false"));
        Map<String, Object> variables = Map.of(
                "LEAF_SNOWFLAKE_PORT",
                "tcp://10.96.0.17:8080",
                "LEAF_SNOWFLAKE_ENABLED",
                "true",
                "LEAF_SNOWFLAKE_MODE",
                "local",
                "LEAF_SNOWFLAKE_LOCAL_WORKERID",
                "1",
                "LEAF_SNOWFLAKE_STATEDIRECTORY",
                directory.toString());
        new ApplicationContextRunner()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables)))
                .withUserConfiguration(LeafAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("leaf.snowflake.port"));
    }
}
