package io.leafid.autoconfigure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.workerid.WorkerIdException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityResolverTest {

    private static List<InetAddress> addresses(String literals) throws UnknownHostException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String each : literals.split(" ", -1)) {
            addresses.add(InetAddress.getByName(each));
        }
        return addresses;
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1 203.0.113.7 2001:db8::7 fe80::2 10.0.3.7 fd00::7, 10.0.3.7",
        "2001:db8::7 203.0.113.7, 203.0.113.7",
        "::1 fe80::2 2001:db8::7 fd00::7, fd00:0:0:0:0:0:0:7"
    })
    void privateAddressIsTakenBeforeAPublicOne(String all, String chosen) throws UnknownHostException {
        assertThat(IdentityResolver.choose(addresses(all), false)).isEqualTo(chosen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"docker0", "veth1a2b", "br-12", "tun0"})
    void bridgesArePassedOver(String name) {
        assertThat(IdentityResolver.isVirtual(name)).isTrue();
        assertThat(IdentityResolver.isVirtual("eth0")).isFalse();
    }

    @Test
    void hostIsNeverEmpty() {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.choose(addresses("127.0.0.1 fe80::2"), false))
                .withMessage("no network address identifies this instance; set leaf.snowflake.host");
    }

    /** Which no other machine has to tell from its own. */
    @Test
    void machineWithoutANetworkIsLocalhostToItself() throws UnknownHostException {
        assertThat(IdentityResolver.choose(addresses("127.0.0.1"), true)).isEqualTo("localhost");
    }

    @ParameterizedTest
    @CsvSource({
        "orders-3, orders-3:8080",
        "' 10.0.0.1 ', 10.0.0.1:8080",
        "fd00::7, [fd00::7]:8080",
        "[fd00::7], [fd00::7]:8080"
    })
    void configuredHostIsTheIdentity(String host, String identity) {
        assertThat(IdentityResolver.resolve(host, 8080, false)).hasToString(identity);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${HOSTNAME}", "a b", "a/b", "[a"})
    void hostThatIsNoNameIsRefusedWithTheProperty(String host) {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.resolve(host, 8080, false))
                .withMessageContaining("leaf.snowflake.host");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 70_000})
    void portThatIdentifiesNoInstanceIsRefusedWithTheProperty(int port) {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.resolve("10.0.0.1", port, false))
                .withMessageContaining("leaf.snowflake.port");
    }
}
