package io.leafid.web;

import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import io.leafid.testing.RawHttp.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;

/** An application that serves ids of both engines over HTTP: tag {@code payment} from snowflake, all others from segments. */
final class ServedApplication implements AutoCloseable {

    private final Path directory;
    final OperatedApplication application;

    /** Starts it; what is set here wins over what every such application has. */
    ServedApplication(String... properties) {
        this(beans -> {}, properties);
    }

    /** Starts an application that brings beans of its own. */
    ServedApplication(Consumer<GenericApplicationContext> beans, String... properties) {
        this(WebApplicationType.SERVLET, beans, properties);
    }

    /** Starts an application on one kind of server. */
    ServedApplication(WebApplicationType type, Consumer<GenericApplicationContext> beans, String... properties) {
        try {
            directory = Files.createTempDirectory("leaf-state-");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        Stream<String> common = Stream.of(
                "leaf.name=" + directory.getFileName(), // two at once would share worker id 7
                "leaf.segment.enabled=true",
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=local",
                "leaf.snowflake.local.worker-id=7",
                "leaf.snowflake.host=10.0.0.7",
                "leaf.snowflake.port=8080",
                "leaf.snowflake.state-directory=" + directory,
                "leaf.tags.payment.mode=snowflake",
                "leaf.web.enabled=true");
        application = new OperatedApplication(
                type, beans, Stream.concat(common, Stream.of(properties)).toArray(String[]::new));
    }

    /** Adds a tag to the table. */
    void tag(String tag, long maxId, int step) {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('%s', %d, %d)"
                .formatted(tag.replace("'", "''"), maxId, step));
    }

    Answer get(String target) {
        return RawHttp.get(application.port(), target);
    }

    Answer send(String method, String target, String... headers) {
        return RawHttp.send(application.port(), method, target, headers);
    }

    SegmentTagStatus status(String tag) {
        return application.segment().status(tag).orElseThrow();
    }

    SnowflakeIdGenerator snowflake() {
        return application.bean(SnowflakeIdGenerator.class);
    }

    Path stateDirectory() {
        return directory;
    }

    /** Locks the row of a tag, so that its next allocation hangs until the lock is closed, and no other tag notices. */
    RowLock lock(String tag) {
        try {
            return new RowLock(application.bean(DataSource.class).getConnection(), tag);
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        application.close();
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A transaction of another program that changes the row of a tag and does not end. */
    static final class RowLock implements AutoCloseable {

        private final Connection connection;

        RowLock(Connection connection, String tag) throws SQLException {
            this.connection = connection;
            connection.setAutoCommit(false);
            try (PreparedStatement update =
                    connection.prepareStatement("update leaf_alloc set description = 'locked' where biz_tag = ?")) {
                update.setString(1, tag);
                update.executeUpdate();
            }
        }

        @Override
        public void close() {
            try (connection) {
                connection.rollback();
                connection.setAutoCommit(true);
            } catch (SQLException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }
}
