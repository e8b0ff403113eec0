package io.leafid.autoconfigure.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.rules.BoundSettings;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import io.leafid.workerid.jdbc.WorkerIdTableSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.env.MockEnvironment;

/** What a check says of the clock, which a process of a test cannot have wrong. */
class SnowflakeCheckTest {

    @TempDir
    private Path directory;

    private final TestDatabase database = TestDatabase.h2().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    private final MockEnvironment settings = new MockEnvironment()
            .withProperty("leaf.snowflake.enabled", "true")
            .withProperty("leaf.snowflake.mode", "mysql")
            .withProperty("leaf.snowflake.report-interval", "1s")
            .withProperty("leaf.snowflake.reservation", "2s");

    private JdbcWorkerIdHolder holder(String host, TimeSource time) {
        WorkerIdTableSettings table = new WorkerIdTableSettings(
                JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofSeconds(60), Duration.ofSeconds(60));
        return new JdbcWorkerIdHolder(
                database.unpooled(), database.dialect(), table, new NodeIdentity(host, 8080), time);
    }

    private Findings check(Duration offset) {
        settings.setProperty("leaf.snowflake.state-directory", directory.toString());
        LeafProperties properties = BoundSettings.of(settings);
        Findings findings = new Findings();
        TimeSource time = new CheckedStart.OffBy(offset);
        new SnowflakeCheck(
                        new SnowflakeSettingsFactory(properties, new LeafEnvironment(settings)),
                        () -> new NodeIdentity("10.0.0.1", 8080),
                        () -> holder("10.0.0.1", time),
                        new DefaultListableBeanFactory().getBeanProvider(SessionCheck.class),
                        time)
                .look(findings);
        return findings;
    }

    @Test
    void clockThatIsFarFromTheDatabasesIsAWarningWhileNoOtherNodeRuns() {
        Findings findings = check(Duration.ofMinutes(-1));

        assertThat(findings.areGood()).isTrue();
        assertThat(findings.text())
                .containsPattern(
                        "warn +clock +it is (1 minute|59|60).* behind that of the database, and there is no running node");
    }

    @Test
    void clockThatIsFarFromThoseOfRunningNodesIsAProblem() {
        try (JdbcWorkerIdHolder running = holder("10.0.0.2", TimeSource.system())) {
            running.acquire(LeaseRequest.of(
                    new NodeIdentity("10.0.0.2", 8080),
                    new WorkerIdRange(0, 1023),
                    SnowflakeLayout.DEFAULT,
                    TimeSource.system()));

            assertThat(check(Duration.ZERO).text()).containsPattern("ok +clock +it is .* those of 1 running nodes");
            Findings findings = check(Duration.ofMinutes(1));
            assertThat(findings.areGood()).isFalse();
            assertThat(findings.text()).containsPattern("problem +clock +it is .* ahead of those of 1 running nodes");
        }
    }
}
