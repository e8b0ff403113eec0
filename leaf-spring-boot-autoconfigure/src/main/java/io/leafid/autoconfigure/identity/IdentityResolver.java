package io.leafid.autoconfigure.identity;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The identity of this instance: a configured host or an address of the machine that others reach, and a port. Stateless. */
final class IdentityResolver {

    /** Bridges, tunnels and virtual machines: the same address may exist behind each of them on every machine. */
    private static final Pattern VIRTUAL =
            Pattern.compile("docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxdbr|podman|cni|flannel|cali|cilium|kube"
                    + "|dummy|tun|tap|utun|wg|zt|tailscale");

    private IdentityResolver() {}

    /**
     * The identity.
     *
     * @param host what is configured as host, if anything
     * @param isLocal whether no other machine needs to know it, so that one without a network has one too
     * @throws WorkerIdException.BadAssignment if nothing identifies this instance; the message names the property to set
     */
    static NodeIdentity resolve(@Nullable String host, int port, boolean isLocal) {
        String name = (host == null) ? choose(addresses(), isLocal) : checked(host.strip());
        try {
            return new NodeIdentity(name, port);
        } catch (IllegalArgumentException ex) {
            throw new WorkerIdException.BadAssignment(
                    "%s; correct leaf.snowflake.host or leaf.snowflake.port".formatted(ex.getMessage()));
        }
    }

    private static String checked(String host) {
        if (host.contains("${")) {
            throw new WorkerIdException.BadAssignment(
                    "leaf.snowflake.host is '%s', whose placeholder nothing replaces; set the environment variable that it names"
                            .formatted(host));
        }
        boolean isInBrackets = host.startsWith("[") && host.endsWith("]");
        return isInBrackets ? host.substring(1, host.length() - 1) : host;
    }

    /** The addresses of interfaces that lead to other machines, those that were there first in front. */
    private static List<InetAddress> addresses() {
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            return all.filter(IdentityResolver::leadsElsewhere)
                    .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                    .flatMap(NetworkInterface::inetAddresses)
                    .toList();
        } catch (SocketException ex) {
            throw new UncheckedIOException("the network interfaces cannot be listed; set leaf.snowflake.host", ex);
        }
    }

    private static boolean leadsElsewhere(NetworkInterface each) {
        try {
            return each.isUp() && !each.isLoopback() && !isVirtual(each.getName());
        } catch (SocketException ex) {
            return false; // it has just gone
        }
    }

    static boolean isVirtual(String name) {
        return VIRTUAL.matcher(name).lookingAt();
    }

    /** The address to be known by: private before public, IPv4 before IPv6. */
    static String choose(List<InetAddress> addresses, boolean isLocal) {
        return addresses.stream()
                .filter(address -> !address.isLinkLocalAddress() && !address.isLoopbackAddress())
                .min(Comparator.comparing((InetAddress address) -> !(address instanceof Inet4Address))
                        .thenComparing(address -> !isPrivate(address)))
                .map(InetAddress::getHostAddress)
                .or(() -> isLocal ? Optional.of("localhost") : Optional.empty())
                .orElseThrow(() -> new WorkerIdException.BadAssignment(
                        "no network address identifies this instance; set leaf.snowflake.host"));
    }

    private static boolean isPrivate(InetAddress address) {
        byte first = address.getAddress()[0];
        return (address instanceof Inet4Address) ? address.isSiteLocalAddress() : (first & 0xfe) == 0xfc;
    }
}
