package io.leafid.autoconfigure.identity;

import io.leafid.workerid.WorkerIdException;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Some addresses, by the beginning of their text or as a subnet. Immutable. */
record AddressPattern(Predicate<InetAddress> test) {

    private static final Pattern SUBNET = Pattern.compile("([0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)/(\\d{1,3})");

    private static final AddressPattern UNIQUE_LOCAL = of("fc00::/7");

    /** Reads {@code 10.0.3.} or {@code 10.0.0.0/16}; never asks a name server. */
    static AddressPattern of(String text) {
        Matcher subnet = SUBNET.matcher(text);
        if (!subnet.matches()) {
            return new AddressPattern(address -> IdentityResolver.text(address).startsWith(text));
        }
        int prefixLength = Integer.parseInt(subnet.group(2));
        byte[] network = literal(subnet.group(1), text);
        if (prefixLength > network.length * Byte.SIZE) {
            throw noSubnet(text);
        }
        int hostBits = network.length * Byte.SIZE - prefixLength;
        BigInteger wanted = new BigInteger(1, network).shiftRight(hostBits);
        return new AddressPattern(address -> address.getAddress().length == network.length
                && new BigInteger(1, address.getAddress()).shiftRight(hostBits).equals(wanted));
    }

    private static byte[] literal(String address, String text) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException ex) {
            throw noSubnet(text);
        }
    }

    private static WorkerIdException noSubnet(String text) {
        return new WorkerIdException.BadAssignment(
                "leaf.snowflake.interface has '%s', which is no subnet; write 10.0.0.0/16 or fd00::/8".formatted(text));
    }

    boolean matches(InetAddress address) {
        return test.test(address);
    }

    /** Whether an address is one of those that are free for everybody's own network. */
    static boolean isPrivate(InetAddress address) {
        return (address instanceof Inet6Address) ? UNIQUE_LOCAL.matches(address) : address.isSiteLocalAddress();
    }
}
