package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperNamespaceTest {

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
