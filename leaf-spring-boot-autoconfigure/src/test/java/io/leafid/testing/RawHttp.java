package io.leafid.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A request that is sent to the letter, where a client would put its path in order. Stateless. */
public final class RawHttp {

    private static final int TIMEOUT_MILLIS = 30_000;

    private RawHttp() {}

    /** An answer: its status, its head with the status line, and its body. */
    public record Answer(int status, String head, String body) {}

    /** Sends a GET and reads the answer to its end. */
    public static Answer get(int port, String target) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new IOException("no answer to " + target + " but '" + answer + "'");
            }
            int status = Integer.parseInt(answer.substring(9, 12));
            return new Answer(status, answer.substring(0, end), answer.substring(end + 4));
        }
    }
}
