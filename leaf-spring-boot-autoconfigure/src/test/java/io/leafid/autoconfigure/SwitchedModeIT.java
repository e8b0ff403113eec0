package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * An application is started with another mode than before, in the same directory, while the new registry is away. It waits for
 * that one, so the cases run beside each other, each with registries of its own.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SwitchedModeIT {

    private static final int IDS = 10_000;

    @TempDir
    private Path directory;

    private final ZooKeeperServer zooKeeper = new ZooKeeperServer();
    private final TestDatabase database = MariaDb.database();
    private final int databasePort = FreePorts.next();
    private @Nullable TcpProxy lineToDatabase;
    private final List<Long> issued = new ArrayList<>();

    @AfterEach
    void stopRegistries() {
        zooKeeper.close();
        cutLineToDatabase();
    }

    private void cutLineToDatabase() {
        if (lineToDatabase != null) {
            lineToDatabase.close();
            lineToDatabase = null;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "zk_normal, mysql",
        "zk_recycle, mysql",
        "mysql, zk_normal",
        "mysql, zk_recycle",
        "zk_normal, zk_recycle",
        "zk_recycle, zk_normal"
    })
    void startIsRefusedSinceTheMarkOnDiskIsAboutAnotherRegistry(String before, String now) {
        run(before, true);

        application(now, false)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                now.equals("zk_recycle")
                                        ? "no reservation of an earlier run that still lasts is on this disk"
                                        : "the local mark is about another one, in which its worker id"));

        run(before, true);
        assertThat(issued).as("after switching back").hasSize(2 * IDS).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"zk_normal, mysql", "mysql, zk_recycle"})
    void startWithTheOtherRegistryAtHandIssuesNothingAgain(String before, String now) {
        run(before, true);
        run(now, true);

        assertThat(issued).hasSize(2 * IDS).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"zk_normal", "mysql"})
    void startWithTheSameModeGoesOnFromTheMark(String mode) {
        run(mode, true);
        run(mode, false);

        assertThat(issued).hasSize(2 * IDS).doesNotHaveDuplicates();
    }

    private void run(String mode, boolean present) {
        application(mode, present).run(context -> {
            assertThat(context).hasNotFailed();
            LongStream.of(context.getBean(SnowflakeIdGenerator.class).nextIds("order", IDS))
                    .forEach(issued::add);
        });
    }

    private ApplicationContextRunner application(String mode, boolean present) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafSnowflakeAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.name=switched",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=" + mode,
                        "leaf.snowflake.host=10.7.7.7",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.zk.connection-timeout=10s",
                        "leaf.snowflake.state-directory=" + directory);
        return mode.equals("mysql") ? onDatabase(runner, present) : onZooKeeper(runner, present);
    }

    private ApplicationContextRunner onDatabase(ApplicationContextRunner runner, boolean present) {
        cutLineToDatabase();
        if (present) {
            int port = URI.create(database.url().substring("jdbc:".length())).getPort();
            lineToDatabase = new TcpProxy(port, databasePort);
        }
        return runner.withPropertyValues(
                "leaf.jdbc.url=" + database.url().replaceFirst(":\\d+/", ":" + databasePort + "/"),
                "leaf.jdbc.username=" + database.user(),
                "leaf.jdbc.initialize-schema=always",
                "spring.datasource.url=jdbc:h2:mem:unused");
    }

    private ApplicationContextRunner onZooKeeper(ApplicationContextRunner runner, boolean present) {
        if (present) {
            zooKeeper.restart();
        } else {
            zooKeeper.stop();
        }
        return runner.withPropertyValues("leaf.snowflake.zk.address=" + zooKeeper.address());
    }
}
