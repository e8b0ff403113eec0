package io.leafid.sample;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;

/**
 * The first minute of a MySQL server with its default authentication, {@code caching_sha2_password}, that was just started
 * and remembers no user: it takes passwords only when they are encrypted with its key. A client that passes is told so by an error.
 */
final class Sha2AuthenticatingServer implements AutoCloseable {

    static final String PASSED = "the password was accepted, and that is all this server can do";

    private static final byte[] SEED = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    /** Protocol 4.1, database in the response, secure and pluggable authentication. */
    private static final int CAPABILITIES = 0x1 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000 | 0x200000;

    private final ServerSocket listener;
    private final KeyPair keys;
    private final String password;

    Sha2AuthenticatingServer(String password) throws IOException, GeneralSecurityException {
        this.password = password;
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        this.keys = generator.generateKeyPair();
        this.listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "mysql-authentication");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket client = listener.accept()) {
                authenticate(client);
            } catch (IOException | GeneralSecurityException ex) {
                // the client has gone away, or the test is over
            }
        }
    }

    private void authenticate(Socket client) throws IOException, GeneralSecurityException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = client.getOutputStream();
        write(out, 0, greeting());
        read(in); // who it is, by the authentication of a MariaDB
        write(out, 2, switchOfAuthentication());
        read(in); // the scrambled password, which would do if it were remembered
        write(out, 4, new byte[] {1, 4}); // "full authentication, please"
        if (read(in)[0] != 2) {
            write(out, 6, error(1045, "28000", "Access denied: a password in clear"));
            return;
        }
        write(out, 6, concat(new byte[] {1}, publicKey()));
        String sent = decrypted(read(in));
        write(out, 8, sent.equals(password) ? error(1040, "08004", PASSED) : error(1045, "28000", "Access denied"));
    }

    private static byte[] switchOfAuthentication() {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(0xfe);
        packet.writeBytes("caching_sha2_password\0".getBytes(StandardCharsets.US_ASCII));
        packet.writeBytes(SEED);
        packet.write(0);
        return packet.toByteArray();
    }

    private static byte[] greeting() {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(10);
        packet.writeBytes("8.4.0\0".getBytes(StandardCharsets.US_ASCII));
        packet.writeBytes(new byte[] {1, 0, 0, 0});
        packet.writeBytes(Arrays.copyOf(SEED, 8));
        packet.write(0);
        packet.writeBytes(new byte[] {(byte) CAPABILITIES, (byte) (CAPABILITIES >> 8), 45, 2, 0});
        packet.writeBytes(new byte[] {(byte) (CAPABILITIES >> 16), (byte) (CAPABILITIES >> 24), 21});
        packet.writeBytes(new byte[10]);
        packet.writeBytes(Arrays.copyOfRange(SEED, 8, SEED.length));
        packet.write(0);
        packet.writeBytes("caching_sha2_password\0".getBytes(StandardCharsets.US_ASCII));
        return packet.toByteArray();
    }

    private byte[] publicKey() {
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getPublic().getEncoded());
        return ("-----BEGIN PUBLIC KEY-----\n" + encoded + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private String decrypted(byte[] message) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
        cipher.init(Cipher.DECRYPT_MODE, keys.getPrivate());
        byte[] masked = cipher.doFinal(message);
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= SEED[i % SEED.length];
        }
        return new String(masked, 0, masked.length - 1, StandardCharsets.UTF_8);
    }

    private static byte[] error(int code, String state, String message) {
        byte[] head = {(byte) 0xff, (byte) code, (byte) (code >> 8), '#'};
        return concat(head, (state + message).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static void write(OutputStream out, int number, byte[] packet) throws IOException {
        byte[] head = {(byte) packet.length, (byte) (packet.length >> 8), (byte) (packet.length >> 16), (byte) number};
        out.write(concat(head, packet));
        out.flush();
    }

    private static byte[] read(DataInputStream in) throws IOException {
        byte[] head = new byte[4];
        in.readFully(head);
        byte[] packet = new byte[(head[0] & 0xff) | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16];
        in.readFully(packet);
        return packet;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
