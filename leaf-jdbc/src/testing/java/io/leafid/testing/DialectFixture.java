package io.leafid.testing;

import io.leafid.jdbc.SqlDialect;
import java.util.List;
import java.util.stream.Stream;

/** What the tests that are repeated on all databases need of a dialect: the one place to which a new dialect is added. */
public enum DialectFixture {
    MYSQL(true, "SET time_zone = '+13:00'", "SET time_zone = '-09:30'") {
        @Override
        public TestDatabase database() {
            return MariaDb.database();
        }

        @Override
        Stream<TestDatabase> byOtherDrivers() {
            return Stream.of(MariaDb.withConnectorJ(MariaDb.database()));
        }
    },
    POSTGRESQL(true, "SET TIME ZONE 'Pacific/Apia'", "SET TIME ZONE 'Pacific/Marquesas'") {
        @Override
        public TestDatabase database() {
            return Postgres.database();
        }
    },
    H2(false, "SET TIME ZONE 'Pacific/Apia'", "SET TIME ZONE 'Pacific/Marquesas'") {
        @Override
        public TestDatabase database() {
            return TestDatabase.h2();
        }
    };

    private final boolean isServer;
    private final String aheadOfUtc;
    private final String behindUtc;

    DialectFixture(boolean isServer, String aheadOfUtc, String behindUtc) {
        this.isServer = isServer;
        this.aheadOfUtc = aheadOfUtc;
        this.behindUtc = behindUtc;
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

    /** New, empty databases of each server by each driver. */
    static Stream<TestDatabase> serversByEachDriver() {
        return Stream.of(values())
                .filter(fixture -> fixture.isServer)
                .flatMap(fixture -> Stream.concat(Stream.of(fixture.database()), fixture.byOtherDrivers()));
    }

    /** New, empty databases by the drivers that are not this dialect's first. */
    Stream<TestDatabase> byOtherDrivers() {
        return Stream.empty();
    }

    /** A new, empty database. */
    public abstract TestDatabase database();

    /** Statements that move a session far from UTC, one ahead and one behind. */
    public List<String> farFromUtc() {
        return List.of(aheadOfUtc, behindUtc);
    }
}
