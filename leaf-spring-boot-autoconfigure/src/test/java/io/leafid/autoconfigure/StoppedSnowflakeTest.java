package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdHolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.crac.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.test.util.ReflectionTestUtils;

/** A context that is stopped holds no worker id, so that what is in memory may be restored more than once. */
class StoppedSnowflakeTest {

    private static final NodeIdentity NODE = new NodeIdentity("10.7.7.7", 8080);

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

    /** As under devtools, which starts the application anew in the same process. */
    @Test
    void startThatEndsWithAnErrorLeavesTheNextOneInTheProcessEverythingFree() {
        InMemoryWorkerIdRegistry registry = new InMemoryWorkerIdRegistry(TimeSource.system());
        InMemoryWorkerIdRegistry.Holder first = registry.fixed(NODE, TimeSource.system());
        first.interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                throw new NoClassDefFoundError("on purpose");
            }
        });
        runner().withBean(WorkerIdHolder.class, () -> first)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessage("on purpose"));

        runner().withBean(WorkerIdHolder.class, () -> registry.fixed(NODE, TimeSource.system()))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void startWhoseGeneratorIsRefusedByAnotherBeanLeavesTheNextOneInTheProcessEverythingFree() {
        ApplicationContextRunner local = runner().withPropertyValues(
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.local.worker-id=4",
                        "leaf.snowflake.clock.on-backwards=borrow",
                        "leaf.snowflake.clock.max-lead=1m"); // so that the next one waits for nothing
        local.withBean(RefusesTheGenerator.class)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessage("on purpose"));

        local.run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void generatorThatIsNeverUsedIsNotMadeToBeClosed() {
        List<String> made = new CopyOnWriteArrayList<>();
        runner().withPropertyValues("leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=3")
                .withInitializer(context -> {
                    context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
                    context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
                        @Override
                        public Object postProcessAfterInitialization(Object bean, String name) {
                            made.add(name);
                            return bean;
                        }
                    });
                })
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(made).doesNotContain("snowflakeIdGenerator");
    }

    static final class RefusesTheGenerator implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof SnowflakeIdGenerator) {
                throw new IllegalStateException("on purpose");
            }
            return bean;
        }
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
