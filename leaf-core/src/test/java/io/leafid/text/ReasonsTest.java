package io.leafid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.leafid.SegmentUnavailableException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an operator reads about each kind of failure, as drivers, pools and connections throw it. */
class ReasonsTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(
                        "a service refuses connections, seen by the client of the JDK",
                        new IllegalStateException(
                                "I/O error on POST request for \"http://ids/api\": null",
                                new ConnectException()
                                        .initCause(new ConnectException().initCause(new ClosedChannelException()))),
                        "connection refused"),
                arguments(
                        "a service hangs",
                        new IllegalStateException(new HttpTimeoutException("request timed out")),
                        "request timed out"),
                arguments(
                        "a database refuses connections",
                        new IllegalStateException(
                                "there is no connection to the database",
                                new SQLTransientConnectionException(
                                        "leaf - Connection is not available, request timed out after 2500ms",
                                        new SQLNonTransientConnectionException(
                                                "Socket fail to connect to 127.0.0.1:3306. Connection refused",
                                                new ConnectException("Connection refused")))),
                        "connection refused"),
                arguments(
                        "a service refuses connections, seen by Netty",
                        new ConnectException("finishConnect(..) failed with error(-111): Connection refused"),
                        "connection refused"),
                arguments(
                        "a host does not answer", new ConnectException("Connection timed out"), "Connection timed out"),
                arguments(
                        "a MariaDB hangs, and the pool had to give its connection up",
                        new IllegalStateException(
                                "there is no connection to the database",
                                new SQLTransientConnectionException(
                                        "leaf - Connection is not available, request timed out after 2500ms",
                                        new SQLSyntaxErrorException(
                                                "(conn=9) Connection.setNetworkTimeout cannot be called on a closed connection"))),
                        "leaf - Connection is not available, request timed out after 2500ms"),
                arguments(
                        "a MySQL hangs, and the pool had to give its connection up",
                        new SQLTransientConnectionException(
                                "leaf - Connection is not available, request timed out after 2500ms",
                                new SQLNonTransientConnectionException(
                                        "No operations allowed after connection closed.")),
                        "leaf - Connection is not available, request timed out after 2500ms"),
                arguments(
                        "a line to PostgreSQL is cut",
                        new IllegalStateException(new SQLException(
                                "An I/O error occurred while sending to the backend.", new EOFException())),
                        "the other side has closed the connection"),
                arguments(
                        "a row is locked",
                        new IllegalStateException(
                                "SQL [UPDATE ...]",
                                new SQLException(
                                        "(conn=8) Query execution was interrupted (max_statement_time exceeded)")),
                        "(conn=8) Query execution was interrupted (max_statement_time exceeded)"),
                arguments(
                        "a disk is full",
                        new IllegalStateException(new IOException("No space left on device")),
                        "No space left on device"),
                arguments(
                        "a file is not there",
                        new NoSuchFileException("/var/lib/leaf/mark"),
                        "NoSuchFileException: /var/lib/leaf/mark"),
                arguments(
                        "a file cannot be written",
                        new FileSystemException("/var/lib/leaf/mark", null, "Read-only file system"),
                        "FileSystemException: /var/lib/leaf/mark: Read-only file system"),
                arguments("a host has no address", new UnknownHostException("db-a"), "host 'db-a' is not known"),
                arguments("nothing came", new SocketTimeoutException("Read timed out"), "Read timed out"),
                arguments("nothing came, and no more is known", new TimeoutException(), "no answer in time"),
                arguments(
                        "one word alone says little", new IllegalStateException("down"), "IllegalStateException: down"),
                arguments("no word at all", new SQLException(), "SQLException"),
                arguments(
                        "a closed connection and nothing else",
                        new SQLException("Connection is closed"),
                        "SQLException: Connection is closed"),
                arguments(
                        "what Leaf itself has written",
                        new SegmentUnavailableException(
                                "tag 'order' is unavailable: refused", new SQLException("the cause")),
                        "tag 'order' is unavailable: refused"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void reasonSaysWhyInWords(String what, Throwable failure, String reason) {
        assertThat(Reasons.of(failure)).isEqualTo(reason);
    }

    @Test
    void reasonHasNoSecretAndIsOnOneLine() {
        assertThat(Reasons.of(new SQLException("jdbc:mysql://db/ids?password=hush is\nrefused")))
                .isEqualTo("jdbc:mysql://db/ids?password=*** is refused");
    }

    @Test
    void chainThatEndsInItselfHasAReason() {
        IllegalStateException one = new IllegalStateException("one went wrong");
        one.initCause(new IllegalStateException("the other went wrong", one));

        assertThat(Reasons.of(one)).endsWith("went wrong");
    }
}
