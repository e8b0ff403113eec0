package io.leafid.workerid.zookeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ZooKeeperSettingsTest {

    private static ZooKeeperSettings settings(String address, Duration timeout, @Nullable String digest) {
        return new ZooKeeperSettings(address, timeout, timeout, digest);
    }

    @Test
    void passwordIsNotShown() {
        assertThat(settings("zk:2181", Duration.ofSeconds(1), "leaf:secret"))
                .asString()
                .contains("zk:2181")
                .doesNotContain("secret");
    }

    @Test
    void whatCannotBeUsedIsRefused() {
        Duration second = Duration.ofSeconds(1);

        assertThatIllegalArgumentException().isThrownBy(() -> settings(" ", second, null));
        assertThatIllegalArgumentException().isThrownBy(() -> settings("zk", Duration.ZERO, null));
        assertThatIllegalArgumentException().isThrownBy(() -> settings("zk", second, "leaf"));
        assertThatIllegalArgumentException().isThrownBy(() -> settings("zk", second, ":secret"));
    }

    @Test
    void onlyWhetherThereIsADigestIsShown() {
        assertThat(settings("zk", Duration.ofSeconds(1), "leaf:secret"))
                .hasToString("ZooKeeperSettings[address=zk, sessionTimeout=PT1S, connectionTimeout=PT1S, digest=set]");
        assertThat(settings("zk", Duration.ofSeconds(1), null)).asString().endsWith("digest=none]");
    }

    @Test
    void timeoutsAreThoseThatZooKeeperCanCount() {
        assertThatCode(() -> settings("zk", Duration.ofMillis(1), "l:")).doesNotThrowAnyException();
        assertThatCode(() -> settings("zk", Duration.ofDays(24), null)).doesNotThrowAnyException();
        assertThatIllegalArgumentException().isThrownBy(() -> settings("zk", Duration.ofNanos(999_999), null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("zk", Duration.ofDays(24).plusNanos(1), null));
    }
}
