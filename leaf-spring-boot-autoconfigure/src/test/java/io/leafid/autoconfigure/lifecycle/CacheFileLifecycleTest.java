package io.leafid.autoconfigure.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.compat.CacheFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The cache file of an original, which would have it take the worker id of a node of ours. */
@ExtendWith(OutputCaptureExtension.class)
class CacheFileLifecycleTest {

    @TempDir
    private Path directory;

    private ZooKeeperServer server;
    private CacheFile file;

    @BeforeEach
    void startAsTheOriginalHasLeftIt() throws IOException {
        server = new ZooKeeperServer();
        leaveFileOf("moved-" + ProcessHandle.current().pid());
    }

    /** As theirs, which joins the texts. */
    private void leaveFileOf(String name) throws IOException {
        file = new CacheFile(
                Path.of(System.getProperty("java.io.tmpdir") + "/" + name + "/leafconf/8080/workerID.properties"));
        Files.createDirectories(file.path().getParent());
        Files.writeString(file.path(), "workerID=0");
    }

    @AfterEach
    void remove() throws IOException {
        server.close();
        for (Path each : new Path[] {file.path(), file.aside()}) {
            Files.deleteIfExists(each);
        }
    }

    private ApplicationContextRunner runner(String... settings) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.name=moved-" + ProcessHandle.current().pid(),
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.zk.address=" + server.address(),
                        "leaf.snowflake.state-directory=" + directory)
                .withPropertyValues(settings);
    }

    @Test
    void isAsideWhileOursRunsAndStaysThere(CapturedOutput output) {
        runner().run(context -> {
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isPositive();
            assertThat(file.path()).doesNotExist();
            assertThat(file.aside()).hasContent("workerID=0");
        });
        assertThat(file.path()).doesNotExist();
        assertThat(output).contains(file.path() + " was put aside as workerID.properties.put-aside");
    }

    /** Names of services; a JVM whose file names are ASCII alone cannot have the last two in a path, as theirs could not. */
    private static Stream<String> names() {
        CharsetEncoder encoder =
                Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder();
        return Stream.of(
                        "com.sankuai.inf.leaf.test",
                        "orders and lines",
                        "orders:2",
                        "orders@eu,us",
                        "order's \"own\"",
                        "~orders",
                        "..orders",
                        "100%",
                        "bestellungen-\u00fc",
                        "\u8ba2\u5355")
                .filter(encoder::canEncode);
    }

    @ParameterizedTest
    @MethodSource("names")
    void pathIsThatOfTheOriginalWhateverCharactersTheNameHas(String characters) throws IOException {
        String name = characters + "-" + ProcessHandle.current().pid();
        Files.delete(file.path());
        leaveFileOf(name);
        runner("leaf.name=" + name).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(file.path()).doesNotExist();
            assertThat(file.aside()).hasContent("workerID=0");
        });
    }

    @Test
    void isPutBackAtAnOrderlyStopIfThatIsWanted() {
        runner("leaf.snowflake.hand-back=true")
                .run(context -> assertThat(file.path()).doesNotExist());
        assertThat(file.path()).hasContent("workerID=0");
        assertThat(file.aside()).doesNotExist();
    }

    @Test
    void pathIsToldIfItCannotBePutAside(CapturedOutput output) throws IOException {
        Files.createDirectories(file.aside().resolve("in the way"));
        runner().run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains(file.path() + " is there and cannot be put aside");
        Files.delete(file.aside().resolve("in the way"));
    }

    @Test
    void staysWhereWorkerIdsAreLeased() {
        runner("leaf.snowflake.mode=zk_recycle")
                .run(context -> assertThat(file.path()).exists());
    }

    @Test
    void staysWhereTheApplicationHasAGeneratorOfItsOwn() {
        assertStaysWithoutLease(runner -> runner.withBean(SnowflakeIdGenerator.class, () -> mock()));
    }

    @Test
    void staysWhereATestHasReplacedTheGenerator() {
        BeanFactoryPostProcessor override = beans -> {
            BeanDefinitionRegistry registry = (BeanDefinitionRegistry) beans;
            registry.removeBeanDefinition("snowflakeIdGenerator");
            registry.registerBeanDefinition(
                    "snowflakeIdGenerator", new RootBeanDefinition(SnowflakeIdGenerator.class, () -> mock()));
        };
        assertStaysWithoutLease(runner -> runner.withBean(BeanFactoryPostProcessor.class, () -> override));
    }

    /** A node that leases no worker id needs no port that tells instances apart. */
    private void assertStaysWithoutLease(UnaryOperator<ApplicationContextRunner> change) {
        change.apply(runner("leaf.snowflake.port=", "server.port=0"))
                .run(context -> assertThat(context).hasNotFailed());
        change.apply(runner()).run(context -> assertThat(file.path()).exists());
    }
}
