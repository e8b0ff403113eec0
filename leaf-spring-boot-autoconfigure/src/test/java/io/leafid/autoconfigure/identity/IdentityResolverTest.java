package io.leafid.autoconfigure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityResolverTest {

    private static final List<HostInterface> SERVER = List.of(
            hostInterface("lo", 1, "127.0.0.1", "::1"),
            hostInterface("docker0", 2, "172.17.0.1"),
            hostInterface("veth1a2b", 3, "fe80::1"),
            hostInterface("eth1", 5, "203.0.113.7", "2001:db8::7"),
            hostInterface("eth0", 4, "fe80::2", "10.0.3.7", "fd00::7"),
            hostInterface("tun0", 6, "10.8.0.2"));

    private static HostInterface hostInterface(String name, int index, String... addresses) {
        return new HostInterface(
                name,
                index,
                true,
                name.equals("lo"),
                Arrays.stream(addresses).map(IdentityResolverTest::address).toList());
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException ex) {
            throw new IllegalArgumentException(ex);
        }
    }

    @Test
    void privateAddressOfARealInterfaceIsTakenAndBridgesArePassedOver() {
        assertThat(IdentityResolver.choose(SERVER, "")).isEqualTo("10.0.3.7");
    }

    @ParameterizedTest
    @CsvSource({
        "eth1, 203.0.113.7",
        "docker0, 172.17.0.1",
        "lo, 127.0.0.1",
        "10.8., 10.8.0.2",
        "203.0.113., 203.0.113.7",
        "10.8.0.0/16, 10.8.0.2",
        "203.0.113.0/29, 203.0.113.7",
        "2001:db8::/32, 2001:db8:0:0:0:0:0:7",
        "fd00::/8, fd00:0:0:0:0:0:0:7"
    })
    void addressIsSelectedByInterfacePrefixOrSubnet(String selector, String address) {
        assertThat(IdentityResolver.choose(SERVER, selector)).isEqualTo(address);
    }

    @Test
    void publicAddressIsTakenWhereThereIsNoPrivateOne() {
        assertThat(IdentityResolver.choose(
                        List.of(
                                hostInterface("lo", 1, "127.0.0.1"),
                                hostInterface("ens3", 2, "2001:db8::7", "203.0.113.7")),
                        ""))
                .isEqualTo("203.0.113.7");
    }

    @Test
    void machineWithoutIpv4HasAnAddressToo() {
        assertThat(IdentityResolver.choose(
                        List.of(
                                hostInterface("lo", 1, "::1"),
                                hostInterface("eth0", 2, "fe80::2", "2001:db8::7", "fd00::7")),
                        ""))
                .isEqualTo("fd00:0:0:0:0:0:0:7");
    }

    @Test
    void interfaceThatIsDownIsPassedOver() {
        HostInterface down = new HostInterface("eth0", 2, false, false, List.of(address("10.0.0.1")));

        assertThat(IdentityResolver.choose(List.of(down, hostInterface("eth1", 3, "10.0.0.2")), ""))
                .isEqualTo("10.0.0.2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "eth7", "192.168.", "192.168.0.0/16"})
    void hostIsNeverEmpty(String selector) {
        List<HostInterface> interfaces =
                List.of(hostInterface("lo", 1, "127.0.0.1"), hostInterface("docker0", 2, "172.17.0.1"));

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.choose(interfaces, selector))
                .withMessage(
                        "no network address identifies this instance%s among [lo[127.0.0.1], docker0[172.17.0.1]]; set leaf.snowflake.host, or leaf.snowflake.interface to an interface or a subnet",
                        selector.isEmpty() ? "" : " for '" + selector + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "fd00::/129", "10.0.0.300/8"})
    void wrongSubnetIsExplained(String selector) {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.choose(SERVER, selector))
                .withMessageContaining("leaf.snowflake.interface has '" + selector + "', which is no subnet");
    }

    @ParameterizedTest
    @CsvSource({
        "orders-3, orders-3:8080",
        "' 10.0.0.1 ', 10.0.0.1:8080",
        "fd00::7, [fd00::7]:8080",
        "[fd00::7], [fd00::7]:8080"
    })
    void configuredHostIsTheIdentity(String host, String identity) {
        assertThat(IdentityResolver.resolve(host, null, 8080)).hasToString(identity);
    }

    @Test
    void machineOfThisTestHasAnIdentityThatStaysTheSame() {
        NodeIdentity loopback = IdentityResolver.resolve(null, "127.", 8080);

        assertThat(loopback).hasToString("127.0.0.1:8080").isEqualTo(IdentityResolver.resolve(" ", "127.", 8080));
    }

    @Test
    void placeholderThatNothingReplacesIsNoHost() {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.resolve("${HOSTNAME}", null, 8080))
                .withMessageContainingAll("leaf.snowflake.host", "${HOSTNAME}");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(ints = {0, -1, 70_000})
    void portThatIdentifiesNoInstanceIsRefusedWithTheProperty(@Nullable Integer port) {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.resolve("10.0.0.1", null, port))
                .withMessageContaining("leaf.snowflake.port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "[a"})
    void hostThatIsNoNameIsRefusedWithTheProperty(String host) {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> IdentityResolver.resolve(host, null, 8080))
                .withMessageContaining("leaf.snowflake.host");
    }
}
