package io.leafid.autoconfigure.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.rules.BoundSettings;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.testing.TestThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.MarkFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.env.MockEnvironment;

/**
 * A check of an instance and the start that it is about. Immutable.
 *
 * @param setup the settings of both
 * @param holders makes a registry, a new one for each
 * @param time the clocks of both
 */
record CheckedStart(SnowflakeSettingsFactory setup, Holders holders, TimeSource time) {

    static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);

    /** Makes a registry of the settings. */
    @FunctionalInterface
    interface Holders {

        WorkerIdHolder of(SnowflakeProperties snowflake, TimeSource time);
    }

    /** The clocks of this machine, of which the wall clock is off. */
    record OffBy(Duration offset) implements TimeSource {

        @Override
        public long currentTimeMillis() {
            return TimeSource.system().currentTimeMillis() + offset.toMillis();
        }

        @Override
        public long nanoTime() {
            return TimeSource.system().nanoTime();
        }

        @Override
        public void parkNanos(long nanos) {
            TimeSource.system().parkNanos(nanos);
        }
    }

    static SnowflakeSettingsFactory settings(Path directory, String... settings) {
        MockEnvironment environment = new MockEnvironment()
                .withProperty("leaf.snowflake.enabled", "true")
                .withProperty("leaf.snowflake.state-directory", directory.toString());
        Stream.of(settings).forEach(setting -> {
            String[] pair = setting.split("=", 2);
            environment.setProperty(pair[0], pair[1]);
        });
        return new SnowflakeSettingsFactory(BoundSettings.of(environment), new LeafEnvironment(environment));
    }

    Findings findings() {
        Findings findings = new Findings();
        try (WorkerIdHolder holder = holders.of(setup.properties().snowflake(), time)) {
            CheckPart part = new SnowflakeCheck(
                    setup,
                    () -> SELF,
                    () -> holder,
                    new DefaultListableBeanFactory().getBeanProvider(SessionCheck.class),
                    time);
            try {
                part.look(findings);
            } catch (RuntimeException ex) {
                findings.problem("start", String.valueOf(ex.getMessage()));
            }
        }
        return findings;
    }

    /** The reason why a start is refused; {@code null} if it is not. */
    @Nullable RuntimeException refusal() {
        SnowflakeProperties snowflake = setup.properties().snowflake();
        WorkerIdHolder holder = holders.of(snowflake, time);
        LeaseTerms terms = new LeaseTerms(
                SELF,
                snowflake.workerIds(),
                snowflake.idLayout(),
                snowflake.keeperSettings(holder.isFixed()),
                snowflake.floorMillis(snowflake.idLayout()));
        LocalMark mark;
        try {
            mark = holder.isOnDisk() ? null : mark(holder);
        } catch (WorkerIdException ex) {
            return ex;
        }
        LeaseKeeper keeper = new LeaseKeeper(holder, mark, terms, time, TestThreads.ofAKeeper(), event -> {});
        try {
            if (snowflake.standby()) {
                keeper.startOrStandBy();
            } else {
                keeper.start();
            }
            return null;
        } catch (WorkerIdException ex) {
            return ex;
        } finally {
            keeper.close(0, Duration.ofSeconds(5));
        }
    }

    /** The mark of the instance, locked. */
    MarkFile mark(WorkerIdHolder holder) {
        return MarkFile.open(setup.statePlace(SELF), SELF, setup.layout(), holder.registry());
    }

    /** The check says that the start is safe, and it is not refused. */
    void isSafe() {
        Findings findings = findings();
        assertThat(refusal()).as("start; the check says: %s", findings.text()).isNull();
        assertThat(findings.areGood()).as(findings.text()).isTrue();
    }

    /** The start is refused, and the check says so. */
    void isRefusedWith(Class<? extends RuntimeException> reason) {
        Findings findings = findings();
        assertThat(refusal()).as("start; the check says: %s", findings.text()).isInstanceOf(reason);
        assertThat(findings.areGood()).as(findings.text()).isFalse();
    }
}
