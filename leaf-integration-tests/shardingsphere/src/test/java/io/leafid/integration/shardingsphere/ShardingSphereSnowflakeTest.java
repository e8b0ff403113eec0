package io.leafid.integration.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.leafid.SnowflakeLayout;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.keygen.snowflake.SnowflakeKeyGenerateAlgorithm;
import org.junit.jupiter.api.Test;

/** What docs/run/migration/other-snowflakes.md says of ShardingSphere's own ids. */
class ShardingSphereSnowflakeTest {

    @Test
    void idsAreReadWithTheirEpochInTheZoneOfTheMachine() {
        Instant epoch =
                LocalDate.of(2016, 11, 1).atStartOfDay(ZoneId.systemDefault()).toInstant();
        SnowflakeKeyGenerateAlgorithm algorithm = new SnowflakeKeyGenerateAlgorithm();
        algorithm.init(new Properties());

        long id = algorithm.generateKeys(null, 1).iterator().next();

        SnowflakeLayout layout = new SnowflakeLayout(epoch.toEpochMilli(), 41, 10, 12);
        assertThat(layout.unpack(id).timestamp()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(layout.unpack(id).workerId()).isZero();
    }
}
