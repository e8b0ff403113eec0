package io.leafid.autoconfigure.jdbc;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/** Names a DataSource in messages: a known pool with its size, anything else by its class. Stateless. */
final class PoolText {

    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", PoolText.class.getClassLoader());

    private PoolText() {}

    static String of(DataSource dataSource) {
        String pool = HIKARI ? Hikari.describe(dataSource) : "";
        return pool.isEmpty() ? "the application's " + dataSource.getClass().getName() : pool;
    }

    /** Apart, so that Hikari need not be there. */
    private static final class Hikari {

        static String describe(DataSource dataSource) {
            HikariDataSource pool =
                    DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
            if (pool == null) {
                return "";
            }
            HikariPoolMXBean state = pool.getHikariPoolMXBean();
            String inUse = (state == null) ? "" : ", %d of them in use".formatted(state.getActiveConnections());
            return "pool '%s' of at most %d connections%s"
                    .formatted(pool.getPoolName(), pool.getMaximumPoolSize(), inUse);
        }
    }
}
