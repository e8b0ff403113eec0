package io.leafid.workerid.zookeeper.client;

import io.leafid.text.Reasons;
import io.leafid.workerid.compat.OriginalReports;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.X509Exception.SSLContextException;

/**
 * Sessions that look like those of nodes of the original Leaf that run and never report: one that was started while ZooKeeper was
 * unavailable, or before the time in its node, takes the worker id of its cache file and connects later, but writes nothing. Immutable.
 *
 * @param clients the addresses of their clients
 * @param unseen servers that did not tell their sessions, each with the reason
 */
public record SilentSessions(List<String> clients, List<String> unseen) {

    private static final String COMMAND = "cons";

    /** One connection of the reply: the client, when its session was established, its time-out, and its last call's number. */
    private static final Pattern CONNECTION = Pattern.compile(
            "^ *\\S*?/(\\S+)\\[.*?(?:,est=(\\d+),to=(\\d+),lcxid=0x([0-9a-f]+),.*)?\\)$", Pattern.MULTILINE);

    private static final int ORIGINALS_TIMEOUT_MILLIS = 6_000;

    /** A start makes fewer; one that reports makes more within a minute. */
    private static final long MOST_CALLS = 10;

    public SilentSessions {
        clients = List.copyOf(clients);
        unseen = List.copyOf(unseen);
    }

    /**
     * Asks all servers of a client with the command {@code cons}, which they may be set to refuse.
     *
     * @param client a started client; its session is not used
     * @param nowMillis the time, in milliseconds since 1970
     */
    public static SilentSessions look(CuratorFramework client, long nowMillis) {
        CuratorZookeeperClient connection = client.getZookeeperClient();
        List<String> clients = new ArrayList<>();
        List<String> unseen = new ArrayList<>();
        for (InetSocketAddress server :
                new ConnectStringParser(connection.getCurrentConnectionString()).getServerAddresses()) {
            String reply = ask(server, connection.getConnectionTimeoutMs());
            List<MatchResult> sessions = CONNECTION.matcher(reply).results().toList();
            if (sessions.isEmpty()) { // else the connection of the command is among them
                unseen.add("%s:%s (%s)"
                        .formatted(
                                server.getHostString(),
                                server.getPort(),
                                reply.isBlank() ? "no answer" : reply.strip()));
            }
            sessions.stream()
                    .filter(session -> isSilent(session, nowMillis))
                    .forEach(session -> clients.add(session.group(1)));
        }
        return new SilentSessions(clients, unseen);
    }

    private static String ask(InetSocketAddress server, int timeoutMillis) {
        try {
            return FourLetterWordMain.send4LetterWord(
                    server.getHostString(), server.getPort(), COMMAND, new ZKClientConfig(), timeoutMillis);
        } catch (IOException | SSLContextException ex) {
            return Reasons.of(ex);
        }
    }

    /** A node that reports makes a call in half of the time that passes here for each, and soon more than the most. */
    private static boolean isSilent(MatchResult session, long nowMillis) {
        if (session.group(2) == null) {
            return false; // the command's own connection has no session
        }
        long calls = Long.parseLong(session.group(4), 16);
        long ageMillis = nowMillis - Long.parseLong(session.group(2));
        return Integer.parseInt(session.group(3)) == ORIGINALS_TIMEOUT_MILLIS
                && calls < MOST_CALLS
                && ageMillis >= (calls + 1) * OriginalReports.GRACE.toMillis();
    }
}
