package io.leafid.autoconfigure.identity;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A network interface, as far as it matters here. Immutable.
 *
 * @param name as the operating system calls it
 * @param index its number, which is small for the ones that were there first
 * @param isUp whether it works
 * @param isLoopback whether it leads nowhere else
 * @param addresses its addresses
 */
record HostInterface(String name, int index, boolean isUp, boolean isLoopback, List<InetAddress> addresses) {

    static List<HostInterface> ofThisMachine() {
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            return all.map(HostInterface::of).toList();
        } catch (SocketException ex) {
            throw new UncheckedIOException("the network interfaces cannot be listed; set leaf.snowflake.host", ex);
        }
    }

    private static HostInterface of(NetworkInterface each) {
        try {
            return new HostInterface(
                    each.getName(),
                    each.getIndex(),
                    each.isUp(),
                    each.isLoopback(),
                    each.inetAddresses().toList());
        } catch (SocketException ex) {
            return new HostInterface(each.getName(), each.getIndex(), false, false, List.of()); // it has just gone
        }
    }
}
