package io.leafid.testing;

import io.leafid.jdbc.SqlDialect;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What the tests that are repeated on all databases need of a dialect: the one place to which a new dialect is added. */
public enum DialectFixture {
    MYSQL(true, MariaDb::database, "SET time_zone = '+13:00'", "SET time_zone = '-09:30'"),
    POSTGRESQL(true, Postgres::database, "SET TIME ZONE 'Pacific/Apia'", "SET TIME ZONE 'Pacific/Marquesas'"),
    H2(false, TestDatabase::h2, "SET TIME ZONE 'Pacific/Apia'", "SET TIME ZONE 'Pacific/Marquesas'");

    private final boolean isServer;
    private final Supplier<TestDatabase> fresh;
    private final List<String> farFromUtc;

    DialectFixture(boolean isServer, Supplier<TestDatabase> fresh, String... farFromUtc) {
        this.isServer = isServer;
        this.fresh = fresh;
        this.farFromUtc = List.of(farFromUtc);
    }

    /** The one of a dialect on which tests are repeated. */
    public static DialectFixture of(SqlDialect dialect) {
        return valueOf(dialect.name());
    }

    /** A new, empty database of each; where there are no servers, of those that need none. */
    static Stream<TestDatabase> databases(boolean haveServers) {
        return Stream.of(values())
                .filter(fixture -> haveServers || !fixture.isServer)
                .map(DialectFixture::database);
    }

    /** A new, empty database. */
    public TestDatabase database() {
        return fresh.get();
    }

    /** Statements that move a session far from UTC, one ahead and one behind; none if its sessions have no time zone. */
    public List<String> farFromUtc() {
        return farFromUtc;
    }
}
