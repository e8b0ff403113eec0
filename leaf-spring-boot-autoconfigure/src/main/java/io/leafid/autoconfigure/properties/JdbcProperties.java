package io.leafid.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The database in which ids are reserved. Immutable.
 *
 * @param url JDBC URL of a database that Leaf alone connects to; if not set, the application's DataSource is used.
 * @param username User of that database.
 * @param password Password of that user.
 * @param driverClassName Driver of that database; if not set, it is derived from the URL.
 * @param initializeSchema When to create the tables that are missing.
 * @param connection Whose connections are used where the database is the application's.
 */
public record JdbcProperties(
        @Nullable String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String driverClassName,
        @DefaultValue("embedded") InitializeSchema initializeSchema,
        @DefaultValue("own") Connection connection) {

    public JdbcProperties {
        url = PropertyText.orNull(url);
        username = PropertyText.orNull(username);
        driverClassName = PropertyText.orNull(driverClassName);
    }

    /** The same, with what an older name set where the new name is not. */
    JdbcProperties orElse(@Nullable String oldUrl, @Nullable String oldUsername, @Nullable String oldPassword) {
        return new JdbcProperties(
                PropertyText.firstOf(url, oldUrl),
                PropertyText.firstOf(username, oldUsername),
                PropertyText.firstOf(password, oldPassword),
                driverClassName,
                initializeSchema,
                connection);
    }

    /** Without the password, since settings end up in logs. */
    @Override
    public String toString() {
        return "JdbcProperties[username=%s, driverClassName=%s, initializeSchema=%s, connection=%s]"
                .formatted(username, driverClassName, initializeSchema, connection);
    }

    /** When to create the tables that are missing. */
    public enum InitializeSchema {
        /** Only in a database in this process's memory, or in an SQLite file. */
        EMBEDDED,
        /** In any database. */
        ALWAYS,
        /** In no database. */
        NEVER
    }

    /** Whose connections are used where the database is the application's. */
    public enum Connection {
        /** At most two of Leaf's own, derived from the application's DataSource. */
        OWN,
        /** Those of the application's DataSource. */
        SHARED
    }
}
