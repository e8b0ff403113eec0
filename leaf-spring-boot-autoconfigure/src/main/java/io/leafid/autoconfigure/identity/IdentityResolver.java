package io.leafid.autoconfigure.identity;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who this instance is: a configured host or the address of one of the machine's network interfaces, and a
 * configured port. Stateless. Never guesses: what would be shared by many is refused.
 */
public final class IdentityResolver {

    private static final String HOST_KEY = "leaf.snowflake.host";
    private static final String INTERFACE_KEY = "leaf.snowflake.interface";
    private static final String PORT_KEY = "leaf.snowflake.port";

    /** Bridges, tunnels and virtual machines: the same address may exist behind each of them on every machine. */
    private static final Pattern VIRTUAL =
            Pattern.compile("docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxdbr|podman|cni|flannel|cali|cilium|kube"
                    + "|dummy|tun|tap|utun|wg|zt|tailscale");

    private IdentityResolver() {}

    /**
     * The identity of this instance.
     *
     * @param host what is configured as host: an address or name, such as the name of a pod; {@code null} or empty to look
     *     among the network interfaces
     * @param selector which address to take: the name of an interface ({@code eth0}), a prefix ({@code 10.0.3.}) or a
     *     subnet ({@code 10.0.0.0/16}); {@code null} or empty to take the first that other machines are likely to reach
     * @param port what is configured as port; {@code null} if nothing is
     * @throws WorkerIdException.BadAssignment if that identifies no instance; the message names the property to set
     */
    public static NodeIdentity resolve(@Nullable String host, @Nullable String selector, @Nullable Integer port) {
        if (port == null || port == 0) {
            throw noPort(port);
        }
        String configured = orEmpty(host);
        String name =
                configured.isEmpty() ? choose(HostInterface.ofThisMachine(), orEmpty(selector)) : checked(configured);
        try {
            return new NodeIdentity(name, port);
        } catch (IllegalArgumentException ex) {
            throw new WorkerIdException.BadAssignment(
                    "%s; correct %s or %s".formatted(ex.getMessage(), HOST_KEY, PORT_KEY));
        }
    }

    private static WorkerIdException noPort(@Nullable Integer port) {
        return new WorkerIdException.BadAssignment(
                ("%s is %s, which tells no instance from another; set it to a number that no other instance on this host has. "
                                + "Nothing listens on it")
                        .formatted(PORT_KEY, (port == null) ? "not set" : "0"));
    }

    private static String orEmpty(@Nullable String text) {
        return (text == null) ? "" : text.strip();
    }

    private static String checked(String host) {
        if (host.contains("${")) {
            throw new WorkerIdException.BadAssignment(
                    "%s is '%s', whose placeholder nothing replaces; set the environment variable that it names"
                            .formatted(HOST_KEY, host));
        }
        boolean isInBrackets = host.startsWith("[") && host.endsWith("]");
        return isInBrackets ? host.substring(1, host.length() - 1) : host;
    }

    /** The address to be known by; pure. An empty selector selects nothing. */
    static String choose(List<HostInterface> interfaces, String selector) {
        List<HostInterface> inUse = interfaces.stream()
                .filter(HostInterface::isUp)
                .sorted(Comparator.comparingInt(HostInterface::index))
                .toList();
        List<InetAddress> candidates = selector.isEmpty() ? likely(inUse) : selected(inUse, selector);
        return candidates.stream()
                .min(Comparator.comparingInt(IdentityResolver::rank))
                .map(IdentityResolver::text)
                .orElseThrow(() -> noAddress(interfaces, selector));
    }

    private static WorkerIdException noAddress(List<HostInterface> interfaces, String selector) {
        String wanted = selector.isEmpty() ? "" : " for '" + selector + "'";
        return new WorkerIdException.BadAssignment(
                "no network address identifies this instance%s among %s; set %s, or %s to an interface or a subnet"
                        .formatted(wanted, describe(interfaces), HOST_KEY, INTERFACE_KEY));
    }

    private static List<InetAddress> likely(List<HostInterface> interfaces) {
        return interfaces.stream()
                .filter(each ->
                        !each.isLoopback() && !VIRTUAL.matcher(each.name()).lookingAt())
                .flatMap(each -> each.addresses().stream())
                .filter(address -> !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress()
                        && !address.isAnyLocalAddress()
                        && !address.isMulticastAddress())
                .toList();
    }

    private static List<InetAddress> selected(List<HostInterface> interfaces, String selector) {
        List<InetAddress> ofInterface = interfaces.stream()
                .filter(each -> each.name().equals(selector))
                .flatMap(each -> each.addresses().stream())
                .toList();
        if (!ofInterface.isEmpty()) {
            return ofInterface;
        }
        AddressPattern pattern = AddressPattern.of(selector);
        return interfaces.stream()
                .flatMap(each -> each.addresses().stream())
                .filter(pattern::matches)
                .toList();
    }

    /** Private before public, IPv4 before IPv6, link-local last. */
    private static int rank(InetAddress address) {
        if (address.isLinkLocalAddress()) {
            return 4;
        }
        int family = (address instanceof Inet4Address) ? 0 : 2;
        return AddressPattern.isPrivate(address) ? family : family + 1;
    }

    /** Without the interface that Java writes behind a link-local address. */
    static String text(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return (scope < 0) ? text : text.substring(0, scope);
    }

    private static String describe(List<HostInterface> interfaces) {
        return interfaces.stream()
                .map(each -> each.name()
                        + each.addresses().stream().map(IdentityResolver::text).toList())
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
