package io.leafid.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests byte for byte, so that no client puts right on the way what a test wrote wrong on purpose. Each request has
 * a connection of its own. Stateless.
 */
public final class RawHttp {

    private static final int PATIENCE_MILLIS = 60_000;

    private RawHttp() {}

    /** Asks for a target as it is written: each character up to U+00FF is one byte. */
    public static Answer get(int port, String target) {
        return send(port, "GET", target);
    }

    /** Sends a request without a body; the further headers are whole lines. */
    public static Answer send(int port, String method, String target, String... headers) {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        request.append("Connection: close\r\n\r\n");
        return exchange(port, request.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Answer exchange(int port, byte[] request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request);
            return Answer.parse(socket.getInputStream().readAllBytes());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * What came back. Immutable.
     *
     * @param status the status of the status line
     * @param headers values by the names of the headers, in small letters
     * @param body what followed the headers, as UTF-8
     * @param whole all that was received, without any decoding
     */
    public record Answer(int status, Map<String, List<String>> headers, String body, String whole) {

        private static Answer parse(byte[] received) throws IOException {
            String whole = new String(received, StandardCharsets.ISO_8859_1);
            int end = whole.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new IOException("no complete answer, but '" + whole + "'");
            }
            String[] lines = whole.substring(0, end).split("\r\n", -1);
            Map<String, List<String>> headers = new TreeMap<>();
            for (int i = 1; i < lines.length; i++) {
                String[] header = lines[i].split(": *", 2);
                headers.merge(header[0].toLowerCase(Locale.ROOT), List.of(header[1]), Answer::joined);
            }
            byte[] body = whole.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
            if (headers.containsKey("transfer-encoding")) {
                body = withoutChunks(body);
            }
            int status = Integer.parseInt(lines[0].split(" ", 3)[1]);
            return new Answer(status, headers, new String(body, StandardCharsets.UTF_8), whole);
        }

        private static List<String> joined(List<String> left, List<String> right) {
            return Stream.concat(left.stream(), right.stream()).toList();
        }

        private static byte[] withoutChunks(byte[] body) throws IOException {
            ByteArrayInputStream in = new ByteArrayInputStream(body);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int size = nextSize(in); size > 0; size = nextSize(in)) {
                out.write(in.readNBytes(size));
                in.skipNBytes(2);
            }
            return out.toByteArray();
        }

        private static int nextSize(ByteArrayInputStream in) {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
                line.append((char) c);
            }
            return line.isEmpty() ? 0 : Integer.parseInt(line.toString().strip(), 16);
        }

        /** The status line and the headers. */
        public String head() {
            return whole.substring(0, whole.indexOf("\r\n\r\n"));
        }

        /** The value of a header; {@code null} if it is not there or there several times. */
        public @Nullable String header(String name) {
            List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
            return (values.size() == 1) ? values.get(0) : null;
        }
    }
}
