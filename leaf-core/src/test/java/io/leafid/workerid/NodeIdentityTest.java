package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIdentityTest {

    @Test
    void addressWithColonsStandsInBrackets() {
        assertThat(new NodeIdentity("10.0.0.1", 1)).hasToString("10.0.0.1:1");
        assertThat(new NodeIdentity("::1", 65_535)).hasToString("[::1]:65535");
        assertThat(new NodeIdentity("fe80::1", 8_080)).hasToString("[fe80::1]:8080");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void portTellsOneInstanceFromAnother(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NodeIdentity("10.0.0.1", port))
                .withMessageContaining("must be from 1 to 65535");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "[::1]", "a]", "a\u0000"})
    void hostIsAnAddressOrAName(String host) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NodeIdentity(host, 8_080))
                .withMessageContaining("must be an address or a name");
    }
}
