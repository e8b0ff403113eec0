package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.WorkerIdEntry;
import java.nio.file.Path;
import java.util.Objects;
import org.crac.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.test.util.ReflectionTestUtils;

/** A context that is stopped holds no worker id, so that what is in memory may be restored more than once. */
class StoppedSnowflakeTest {

    @TempDir
    private Path directory;

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.name=stopped",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.host=10.7.7.7",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.state-directory=" + directory);
    }

    private ApplicationContextRunner onZooKeeper() {
        return runner().withPropertyValues(
                        "leaf.snowflake.mode=zk_recycle",
                        "leaf.snowflake.zk.address=" + ZooKeeperServer.shared().address(),
                        "leaf.snowflake.zk.root=/stopped");
    }

    @Test
    void stoppedContextHasGivenItsWorkerIdBackAndAStartedOneTakesOneAnew() {
        onZooKeeper().run(context -> {
            SnowflakeIdGenerator generator = context.getBean(SnowflakeIdGenerator.class);
            long before = generator.nextId();
            ConfigurableApplicationContext source =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);

            source.stop();
            assertStopped(context, generator, before);

            source.start();
            assertGoesOn(context, generator, before);
        });
    }

    @Test
    void directoryOfAStoppedContextIsFreeAndItsStartedOnesOwnAgain() {
        runner().withPropertyValues("leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=3")
                .run(context -> {
                    SnowflakeIdGenerator generator = context.getBean(SnowflakeIdGenerator.class);
                    long before = generator.nextId();
                    ConfigurableApplicationContext source =
                            context.getSourceApplicationContext(ConfigurableApplicationContext.class);

                    source.stop();
                    source.start();

                    assertGoesOn(context, generator, before);
                });
    }

    /** What org.crac calls around a checkpoint, on a virtual machine that cannot make one. */
    @Test
    void checkpointAndRestoreStopAndStartTheGenerator() {
        onZooKeeper().run(context -> {
            SnowflakeIdGenerator generator = context.getBean(SnowflakeIdGenerator.class);
            long before = generator.nextId();
            Resource checkpoint = (Resource) Objects.requireNonNull(ReflectionTestUtils.getField(
                    context.getBean(
                            AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, DefaultLifecycleProcessor.class),
                    "cracResource"));

            checkpoint.beforeCheckpoint(org.crac.Core.getGlobalContext());
            assertStopped(context, generator, before);

            checkpoint.afterRestore(org.crac.Core.getGlobalContext());
            assertGoesOn(context, generator, before);
        });
    }

    private static void assertStopped(
            AssertableApplicationContext context, SnowflakeIdGenerator generator, long before) {
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(generator::nextId);
        long used = generator.decode(before).timestamp().toEpochMilli();
        assertThat(context.getBean(LeaseKeeper.class).leases())
                .filteredOn(
                        entry -> entry.workerId() == generator.decode(before).workerId())
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.live()).isFalse();
                    assertThat(Objects.requireNonNull(entry.ceiling()).toEpochMilli())
                            .isEqualTo(used + 1);
                });
    }

    private static void assertGoesOn(
            AssertableApplicationContext context, SnowflakeIdGenerator generator, long before) {
        assertThat(generator.nextId()).isGreaterThan(before);
        LeaseKeeper keeper = context.getBean(LeaseKeeper.class);
        assertThat(keeper.status().state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(keeper.leases()).filteredOn(WorkerIdEntry::self).hasSize(1);
    }
}
