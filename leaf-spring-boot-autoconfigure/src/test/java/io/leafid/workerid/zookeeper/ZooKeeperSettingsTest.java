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
}
