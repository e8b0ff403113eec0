package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.remote.IdService;
import io.leafid.testing.RawHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;

/** The page about id services does what it says when its settings and classes are copied. */
class ServicePageIT {

    private static final Path PAGE = Path.of("../docs/run/service.md");

    /** The classes that the page links to, in its order. */
    private static final Pattern LINK = Pattern.compile("\\]\\((service/\\w+\\.java)\\)");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

    private static final Pattern CLASS = Pattern.compile("(?m)^class (\\w+)");

    private static final String PASSWORD = "secret";

    private static final String ORDERS = "Authorization: Basic "
            + Base64.getEncoder().encodeToString("orders:let-me-in".getBytes(StandardCharsets.UTF_8));

    @TempDir
    private Path directory;

    private static List<String> blocks(String language) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        return block.results()
                .filter(found -> found.group(1).equals(language))
                .map(found -> found.group(2))
                .toList();
    }

    private static String linked(int place) throws IOException {
        List<String> files = LINK.matcher(Files.readString(PAGE))
                .results()
                .map(link -> link.group(1))
                .toList();
        return Files.readString(PAGE.resolveSibling(files.get(place)));
    }

    /** The settings of a block, with what depends on the machine put in. */
    private static String[] settings(String yaml, Map<String, String> here) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        EnumerablePropertySource<?> loaded = (EnumerablePropertySource<?>) new YamlPropertySourceLoader()
                .load("page", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .get(0);
        for (String name : loaded.getPropertyNames()) {
            settings.put(name, String.valueOf(loaded.getProperty(name)));
        }
        settings.putAll(here);
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    private Class<?> compiled(String source) throws Exception {
        Matcher name = CLASS.matcher(source);
        assertThat(name.find()).isTrue();
        JavaFileObject file =
                new SimpleJavaFileObject(
                        URI.create("string:///" + name.group(1) + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return "package io.leafid.snippets;\n" + source;
                    }
                };
        List<String> options =
                List.of("-proc:none", "-d", directory.toString(), "-classpath", System.getProperty("java.class.path"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .getTask(null, null, null, options, null, List.of(file))
                        .call())
                .isTrue();
        URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
        return loader.loadClass("io.leafid.snippets." + name.group(1));
    }

    /** Behind the rules of a block, with the settings of the page. */
    private IdService secured(WebApplicationType type, int block) throws Exception {
        Class<?> rules = compiled(linked(block));
        IdService service =
                new IdService(type, List.of(rules), settings(blocks("yaml").get(0), Map.of()));
        service.putRow("order", 1, 1000);
        return service;
    }

    private static String[] client(IdService service) throws IOException {
        return settings(blocks("yaml").get(1), Map.of("leaf.remote.services", service.url() + "#east"));
    }

    /** The client comes last: one that ends takes the threads of a reactive service in the same process along. */
    @ParameterizedTest
    @CsvSource({"SERVLET,1", "REACTIVE,2"})
    void serviceAndClientRunBehindSpringSecurity(WebApplicationType type, int block) throws Exception {
        Class<?> access = compiled(linked(0));
        try (IdService service = secured(type, block)) {
            for (String path : List.of("/api/segments", "/api/ids/order", "/actuator/health", "/leaf", "/", "/any")) {
                assertThat(RawHttp.get(service.port(), path).status()).as(path).isEqualTo(401);
            }
            assertThat(RawHttp.send(service.port(), "GET", "/api/ids/order", ORDERS)
                            .status())
                    .isEqualTo(200);
            try (ConfigurableApplicationContext client = IdService.client("", List.of(access), client(service))) {
                assertThat(client.getBean(IdGenerator.class).nextId("order")).isGreaterThanOrEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"SERVLET,1", "REACTIVE,2"})
    void clientWithoutCredentialsIsToldSo(WebApplicationType type, int block) throws Exception {
        try (IdService service = secured(type, block)) {
            String[] client = client(service);

            assertThatThrownBy(() -> IdService.client("", client))
                    .hasStackTraceContaining("HTTP status 401")
                    .satisfies(ex -> assertAdvice(ex, "asks for credentials"));
        }
    }

    private static void assertAdvice(Throwable failure, String advice) {
        Throwable cause = failure;
        while (!(cause instanceof LeafStartException)) {
            cause = Objects.requireNonNull(cause.getCause());
        }
        assertThat(((LeafStartException) cause).action()).contains(advice);
    }

    @Test
    void clientWithoutTheRoleIsToldSo() throws Exception {
        Class<?> access = compiled(linked(0));
        Class<?> rules = compiled(linked(1).replace("roles(\"ID_CLIENT\")", "roles(\"OTHER\")"));
        try (IdService service = new IdService(
                WebApplicationType.SERVLET,
                List.of(rules),
                settings(blocks("yaml").get(0), Map.of()))) {
            assertThatThrownBy(() -> IdService.client(service.url(), List.of(access)))
                    .hasStackTraceContaining("403")
                    .satisfies(ex -> assertAdvice(ex, "lacks a role"));
        }
    }

    @Test
    void bothSidesShowACertificate() throws Exception {
        keyStore("service");
        keyStore("client");
        trust("clients", "client");
        trust("services", "service");
        String[] serviceSettings = settings(
                blocks("yaml").get(3),
                Map.of(
                        "spring.ssl.bundle.jks.ids.keystore.location", location("service"),
                        "spring.ssl.bundle.jks.ids.truststore.location", location("clients")));
        try (IdService service = new IdService(WebApplicationType.SERVLET, serviceSettings)) {
            service.putRow("order", 1, 1000);
            Map<String, String> here = Map.of(
                    "leaf.remote.services", "https://localhost:" + service.port(),
                    "spring.ssl.bundle.jks.ids.keystore.location", location("client"),
                    "spring.ssl.bundle.jks.ids.truststore.location", location("services"));
            String yaml = blocks("yaml").get(4);

            try (ConfigurableApplicationContext client = IdService.client("", settings(yaml, here))) {
                assertThat(client.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
            }
            Map<String, String> stranger = new TreeMap<>(here);
            keyStore("stranger");
            stranger.put("spring.ssl.bundle.jks.ids.keystore.location", location("stranger"));
            assertThatThrownBy(() -> IdService.client("", settings(yaml, stranger)))
                    .hasStackTraceContaining("no instance of the id service has answered")
                    .satisfies(ex -> assertAdvice(ex, "certificate"));
            Map<String, String> unknown = new TreeMap<>(here);
            unknown.put("spring.ssl.bundle.jks.ids.truststore.location", location("clients"));
            assertThatThrownBy(() -> IdService.client("", settings(yaml, unknown)))
                    .satisfies(ex -> assertAdvice(ex, "certificate"));
        }
    }

    private String location(String name) {
        return directory.resolve(name + ".p12").toUri().toString();
    }

    /** A key of its own with a certificate that it has signed itself. */
    private void keyStore(String name) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=DNS:localhost",
                "-keystore",
                file(name),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD);
    }

    /** A store that holds the certificate of another one. */
    private void trust(String store, String trusted) throws Exception {
        KeyStore all = KeyStore.getInstance(Path.of(file(trusted)).toFile(), PASSWORD.toCharArray());
        KeyStore made = KeyStore.getInstance("PKCS12");
        made.load(null, null);
        made.setCertificateEntry(trusted, all.getCertificate(trusted));
        try (OutputStream out = Files.newOutputStream(Path.of(file(store)))) {
            made.store(out, PASSWORD.toCharArray());
        }
    }

    private String file(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("keytool.out");
        int exit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertThat(exit).as(() -> read(output)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            return ex.toString();
        }
    }
}
