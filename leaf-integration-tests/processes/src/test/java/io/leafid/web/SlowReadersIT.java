package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.ChildJvmArchive;
import io.leafid.testing.RawHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that ask for a million ids each and read slowly, against a service with a small heap. */
class SlowReadersIT {

    private static final int READERS = 20;

    private static final String ASKED =
            "GET /api/ids/%s?count=1000000 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    @TempDir
    private Path directory;

    private final List<Socket> readers = new ArrayList<>();
    private @Nullable Process service;

    @AfterEach
    void stop() throws Exception {
        for (Socket reader : readers) {
            reader.close();
        }
        if (service != null) {
            service.destroyForcibly().waitFor();
        }
    }

    @Test
    void aMillionIdsForEachOfTwentySlowClientsFitIntoASmallHeap() throws Exception {
        Process process = launch();
        service = process;
        int port = port(process);
        for (int i = 0; i < READERS; i++) {
            readers.add(ask(port, (i % 2 == 0) ? "order" : "payment"));
        }
        for (Socket reader : readers) {
            assertThat(new String(reader.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }

        assertThat(RawHttp.get(port, "/api/ids/order").status()).isEqualTo(200);
        assertThat(idsOfTheRest(readers.get(0))).isEqualTo(1_000_000);
        assertThat(idsOfTheRest(readers.get(1))).isEqualTo(1_000_000);
        assertThat(RawHttp.get(port, "/api/ids/payment").status()).isEqualTo(200);
        assertThat(process.isAlive()).as("no OutOfMemoryError").isTrue();
    }

    private Process launch() throws IOException {
        List<String> command = ChildJvmArchive.command(ServingProcess.class, "-Xmx192m", "-XX:+ExitOnOutOfMemoryError");
        command.addAll(List.of(
                directory.resolve("port").toString(),
                "leaf.web.max-count=1000000",
                "leaf.segment.wait-timeout=30s",
                "leaf.segment.load-timeout=30s",
                "server.tomcat.threads.max=40"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
    }

    private int port(Process process) throws IOException {
        Path port = directory.resolve("port");
        await("the service").atMost(Duration.ofMinutes(2)).until(() -> {
            assertThat(process.isAlive()).as("see the output of the process").isTrue();
            return Files.exists(port);
        });
        return Integer.parseInt(Files.readString(port));
    }

    private static Socket ask(int port, String tag) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(120_000);
        socket.connect(new InetSocketAddress("localhost", port));
        socket.getOutputStream().write(ASKED.formatted(tag).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Reads to the end and counts: each id stands between two quotes. */
    private static long idsOfTheRest(Socket reader) throws IOException {
        InputStream stream = reader.getInputStream();
        byte[] buffer = new byte[65_536];
        long quotes = 0;
        for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
            for (int i = 0; i < read; i++) {
                quotes += (buffer[i] == '"') ? 1 : 0;
            }
        }
        return quotes / 2;
    }
}
