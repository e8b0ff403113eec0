package io.leafid.autoconfigure.identity;

import io.leafid.text.Digits;
import io.leafid.workerid.WorkerIdException;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;

/** Some addresses, by the beginning of their text or as a subnet. Immutable. */
record AddressPattern(Predicate<InetAddress> test) {

    private static final AddressPattern UNIQUE_LOCAL = of("fc00::/7");

    /** Reads {@code 10.0.3.} or {@code 10.0.0.0/16}; never asks a name server. */
    static AddressPattern of(String text) {
        int slash = text.lastIndexOf('/');
        int prefixLength = (int) Digits.parse(text.substring(slash + 1), 3).orElse(-1);
        if (slash < 0 || prefixLength < 0 || !isLiteral(text.substring(0, slash))) {
            return new AddressPattern(address -> IdentityResolver.text(address).startsWith(text));
        }
        byte[] network = literal(text.substring(0, slash), text);
        if (prefixLength > network.length * Byte.SIZE) {
            throw noSubnet(text);
        }
        int hostBits = network.length * Byte.SIZE - prefixLength;
        BigInteger wanted = new BigInteger(1, network).shiftRight(hostBits);
        return new AddressPattern(address -> address.getAddress().length == network.length
                && new BigInteger(1, address.getAddress()).shiftRight(hostBits).equals(wanted));
    }

    /** Returns whether a text looks like an address, which Java then reads without asking a name server. */
    private static boolean isLiteral(String address) {
        String allowed = (address.indexOf(':') < 0) ? "0123456789." : "0123456789abcdefABCDEF:.";
        return !address.isEmpty() && address.chars().allMatch(each -> allowed.indexOf(each) >= 0);
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

    /** Returns whether an address is one of those that are free for everybody's own network. */
    static boolean isPrivate(InetAddress address) {
        return (address instanceof Inet6Address) ? UNIQUE_LOCAL.matches(address) : address.isSiteLocalAddress();
    }
}
