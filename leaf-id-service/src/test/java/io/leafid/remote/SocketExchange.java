package io.leafid.remote;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One connection to an id service, which costs the one who measures next to nothing. Thread-safe. */
final class SocketExchange implements ServiceExchange {

    private static final String LENGTH = "content-length:";

    private final int timeoutMillis;
    private @Nullable Socket socket;
    private @Nullable InputStream replies;
    private boolean isLast; // the server closes the connection, as it does now and then

    SocketExchange(int timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public synchronized <R> R send(ServiceInstance instance, ServiceRequest request, Reading<R> reading) {
        try {
            Socket open = connected(URI.create(instance.url()));
            open.getOutputStream().write(bytes(instance, request));
            R reply = reply(Objects.requireNonNull(replies), reading);
            if (isLast) {
                close();
            }
            return reply;
        } catch (IOException ex) {
            close();
            throw new InstanceException(ex.getClass().getSimpleName() + ": " + ex.getMessage(), ex);
        }
    }

    private Socket connected(URI uri) throws IOException {
        Socket open = socket;
        if (open == null) {
            open = new Socket(uri.getHost(), uri.getPort());
            open.setTcpNoDelay(true);
            open.setSoTimeout(timeoutMillis);
            socket = open;
            replies = new BufferedInputStream(open.getInputStream());
        }
        return open;
    }

    private static byte[] bytes(ServiceInstance instance, ServiceRequest request) {
        String body = Objects.requireNonNullElse(request.body(), "");
        return ("%s %s HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
                                .formatted(
                                        request.method(),
                                        request.target(),
                                        URI.create(instance.url()).getAuthority())
                        + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private <R> R reply(InputStream in, Reading<R> reading) throws IOException {
        int status = Integer.parseInt(line(in).split(" ", -1)[1]);
        int length = 0;
        isLast = false;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(Locale.ROOT);
            isLast |= lower.equals("connection: close");
            if (lower.startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        return reading.read(status, new ByteArrayInputStream(in.readNBytes(length)));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private void close() {
        Socket open = socket;
        socket = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException ex) {
            // there is nothing left to lose
        }
    }
}
