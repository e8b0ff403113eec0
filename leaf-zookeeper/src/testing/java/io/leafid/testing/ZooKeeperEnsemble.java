package io.leafid.testing;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Three ZooKeeper servers that elect a leader, each a process of its own, so that one can be killed.
 *
 * <p>Curator's {@code TestingCluster} has its servers in the process of the test, and a server that does not start there
 * (because another process has taken its port) ends that process and all tests in it.
 */
public final class ZooKeeperEnsemble implements AutoCloseable {

    private static final int ATTEMPTS = 3;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** Short, so that tests wait for little. */
    private static final String FOR_TESTS = """
            tickTime=500
            initLimit=20
            syncLimit=10
            forceSync=no
            """;

    /** As the sample that ZooKeeper comes with, for any number of clients from one machine. */
    private static final String AS_IN_PRODUCTION = """
            tickTime=2000
            initLimit=10
            syncLimit=5
            maxClientCnxns=0
            """;

    private final Path home;
    private final String settings;
    private final List<String> options;
    private final List<Server> servers = new ArrayList<>();

    private ZooKeeperEnsemble(Path home, String settings, List<String> options) throws IOException {
        this.home = home;
        this.settings = settings;
        this.options = options;
        List<Ports> ports = IntStream.range(0, 3)
                .mapToObj(i -> new Ports(FreePorts.next(), FreePorts.next(), FreePorts.next()))
                .toList();
        String members = IntStream.range(0, ports.size())
                .mapToObj(i -> "server." + i + "=127.0.0.1:" + ports.get(i).quorum() + ":"
                        + ports.get(i).election())
                .collect(Collectors.joining("\n"));
        for (int i = 0; i < ports.size(); i++) {
            servers.add(launch(
                    configure(i, ports.get(i).client(), members), ports.get(i).client()));
        }
    }

    /** Starts three servers and waits until they follow a leader. */
    public static ZooKeeperEnsemble start() {
        return start(FOR_TESTS, List.of("-Xmx128m"));
    }

    /** Starts three that write to the disk what they confirm, and compile their code as a server does that runs for long. */
    public static ZooKeeperEnsemble startAsInProduction() {
        return start(AS_IN_PRODUCTION, List.of("-Xmx512m", "-XX:TieredStopAtLevel=4"));
    }

    private static ZooKeeperEnsemble start(String settings, List<String> options) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            ZooKeeperEnsemble ensemble = launch(settings, options);
            try {
                ensemble.awaitLeader();
                return ensemble;
            } catch (ConditionTimeoutException ex) {
                ensemble.close();
            }
        }
        throw new IllegalStateException(
                "no three ZooKeeper servers have found each other in " + ATTEMPTS + " attempts");
    }

    private static ZooKeeperEnsemble launch(String settings, List<String> options) {
        try {
            return new ZooKeeperEnsemble(Files.createTempDirectory("leaf-zookeeper-"), settings, options);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Path configure(int id, int clientPort, String members) {
        try {
            Path data = Files.createDirectory(home.resolve("server-" + id));
            Files.writeString(data.resolve("myid"), Integer.toString(id));
            return Files.writeString(
                    home.resolve("server-" + id + ".cfg"), """
                    %s
                    dataDir=%s
                    clientPort=%d
                    clientPortAddress=127.0.0.1
                    admin.enableServer=false
                    4lw.commands.whitelist=srvr
                    %s
                    """.formatted(settings, data, clientPort, members));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Server launch(Path configuration, int clientPort) {
        try {
            List<String> arguments = ChildJvm.command(QuorumPeerMain.class, options.toArray(String[]::new));
            arguments.add(configuration.toString());
            ProcessBuilder command = new ProcessBuilder(arguments);
            command.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            Path.of(configuration + ".log").toFile()));
            return new Server(configuration, clientPort, command.start());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Where clients connect. */
    public String address() {
        return servers.stream().map(server -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","));
    }

    /** Kills the server that leads; the two that remain elect another. */
    public void killLeader() {
        Server leader = servers.stream()
                .filter(server -> server.mode().equals("leader"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no server leads"));
        kill(servers.indexOf(leader));
    }

    /** Kills the server of that number, from 0, as {@code kill -9} does. */
    public void kill(int number) {
        Process process = servers.get(number).process();
        process.destroyForcibly();
        await().atMost(START_LIMIT).until(() -> !process.isAlive());
    }

    /** Kills all three. */
    public void killAll() {
        servers.forEach(server -> server.process().destroyForcibly());
        await().atMost(START_LIMIT)
                .until(() ->
                        servers.stream().noneMatch(server -> server.process().isAlive()));
    }

    /** Starts those servers again that were killed, each with its data and port. */
    public void restartTheDead() {
        servers.replaceAll(
                server -> server.process().isAlive() ? server : launch(server.configuration(), server.port()));
    }

    /** The ports that clients connect to, one of each server. */
    public List<Integer> ports() {
        return servers.stream().map(Server::port).toList();
    }

    /** Waits until one leads and the others follow. */
    public void awaitLeader() {
        await().atMost(START_LIMIT).until(() -> {
            List<String> modes = servers.stream().map(Server::mode).sorted().toList();
            return modes.equals(List.of("follower", "follower", "leader"));
        });
    }

    /** Processor time of all servers that live, since each was started. */
    public Duration processorTime() {
        return servers.stream()
                .map(server -> server.process().info().totalCpuDuration().orElseThrow())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Number of the last transaction that a server knows of; each of one leader's time has the one after the last. */
    public long lastTransaction() {
        return servers.stream()
                .mapToLong(server -> Long.decode(server.answer("Zxid: ")))
                .max()
                .orElseThrow();
    }

    @Override
    public void close() {
        killAll();
        try {
            Folders.delete(home);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The ports of one server. */
    private record Ports(int client, int quorum, int election) {}

    /** One server and where its clients connect. */
    private record Server(Path configuration, int port, Process process) {

        /** What it says it is; empty if it does not answer. */
        String mode() {
            return answer("Mode: ");
        }

        /** The rest of the line that begins so in what it says about itself; empty if there is none. */
        String answer(String beginning) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
                BufferedReader answer =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                return answer.lines()
                        .filter(line -> line.startsWith(beginning))
                        .map(line -> line.substring(beginning.length()))
                        .findFirst()
                        .orElse("");
            } catch (IOException ex) {
                return "";
            }
        }
    }
}
