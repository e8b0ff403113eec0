package io.leafid.chaos;

import io.leafid.testing.TcpProxy;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperEnsemble;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines of one node, to its database and to each server of the registry. Thread-safe. */
final class Lines implements AutoCloseable {

    private final TestDatabase database;
    private final TcpProxy toDatabase;
    private final List<TcpProxy> toRegistry;

    Lines(TestDatabase database, ZooKeeperEnsemble registry) {
        this.database = database;
        this.toDatabase = new TcpProxy(portOf(database));
        this.toRegistry = registry.ports().stream().map(TcpProxy::new).toList();
    }

    private static int portOf(TestDatabase database) {
        return URI.create(database.url().substring("jdbc:".length())).getPort();
    }

    /** The database by its line. */
    TestDatabase database() {
        return database.withUrl(database.url().replace(":" + portOf(database) + "/", ":" + toDatabase.port() + "/"));
    }

    /** The registry by its lines. */
    String registry() {
        return toRegistry.stream().map(line -> "127.0.0.1:" + line.port()).collect(Collectors.joining(","));
    }

    TcpProxy toDatabase() {
        return toDatabase;
    }

    void each(Consumer<TcpProxy> action) {
        Stream.concat(Stream.of(toDatabase), toRegistry.stream()).forEach(action);
    }

    @Override
    public void close() {
        each(TcpProxy::close);
    }
}
