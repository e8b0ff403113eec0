package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "/"})
    void nameOfANamespaceIsOnePathElement(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new ZooKeeperNamespace("/snowflake", name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "snowflake", "/snowflake/", "//"})
    void rootOfANamespaceIsAnAbsolutePath(String root) {
        assertThatIllegalArgumentException().isThrownBy(() -> new ZooKeeperNamespace(root, "orders"));
    }

    @Test
    void rootMayBeTheTopItself() {
        assertThat(new ZooKeeperNamespace("/", "orders").forever()).isEqualTo("/orders/forever");
        assertThatCode(() -> new ZooKeeperNamespace("/a/b", "order-service")).doesNotThrowAnyException();
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

    /** The first and the last of each range that ZooKeeper refuses in the name of a node, and their neighbours. */
    @Test
    void characterThatZooKeeperRefusesIsRefused() {
        for (int each : new int[] {0, 0x1f, 0x7f, 0x9f, 0xd800, 0xf8ff, 0xfff0, 0xffff}) {
            assertThatIllegalArgumentException()
                    .as("%x", each)
                    .isThrownBy(() -> new ZooKeeperNamespace("/", "a" + (char) each));
        }
        for (int each : new int[] {0x20, 0x7e, 0xa0, 0xd7ff, 0xf900, 0xffef}) {
            assertThatCode(() -> new ZooKeeperNamespace("/", "a" + (char) each))
                    .as("%x", each)
                    .doesNotThrowAnyException();
        }
    }
}
