package io.leafid.segment.jdbc;

import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The store on SQLite. */
class SqliteSegmentStoreTest extends DatabaseSegmentStoreContract {

    SqliteSegmentStoreTest() {
        super(TestDatabase.sqlite(directory()));
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory(Path.of("target"), "sqlite-");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    protected String timestamp(String moment) {
        return "'" + moment + "'";
    }
}
