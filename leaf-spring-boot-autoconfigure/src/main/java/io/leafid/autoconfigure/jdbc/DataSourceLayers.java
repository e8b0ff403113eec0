package io.leafid.autoconfigure.jdbc;

import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/**
 * The layers of an application's DataSource. Stateless.
 *
 * <p>A layer is looked through only if its connections are those of the next one: which database answers, and as whom, must
 * not depend on a layer that was left out.
 */
final class DataSourceLayers {

    /** Whether there is Hikari, so that {@link HikariDerivation} can be loaded. */
    static final boolean HAS_HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", DataSourceLayers.class.getClassLoader());

    private DataSourceLayers() {}

    /**
     * Takes off the proxies that hand a connection out late or hand out the one of the caller's transaction: Leaf needs
     * another one, and at once.
     */
    static DataSource withoutTransactions(DataSource dataSource) {
        DataSource each = dataSource;
        DataSource result = dataSource;
        while (each instanceof DelegatingDataSource proxy && proxy.getTargetDataSource() != null) {
            each = proxy.getTargetDataSource();
            if (proxy instanceof TransactionAwareDataSourceProxy || proxy instanceof LazyConnectionDataSourceProxy) {
                result = each;
            }
        }
        return result;
    }

    /** The innermost DataSource whose connections are those that the application gets. */
    static DataSource base(DataSource dataSource) {
        DataSource each = dataSource;
        for (DataSource next = next(each); next != null; next = next(each)) {
            each = next;
        }
        return each;
    }

    private static @Nullable DataSource next(DataSource dataSource) {
        if (AopProxyUtils.getSingletonTarget(dataSource) instanceof DataSource target) {
            return target;
        }
        boolean hasNothingOfItsOwn = dataSource instanceof TransactionAwareDataSourceProxy
                || dataSource instanceof LazyConnectionDataSourceProxy
                || dataSource.getClass() == DelegatingDataSource.class;
        return (hasNothingOfItsOwn && dataSource instanceof DelegatingDataSource proxy)
                ? proxy.getTargetDataSource()
                : null;
    }

    /** The address that a DataSource connects to; nothing if it does not tell. */
    static @Nullable String url(DataSource dataSource) {
        DataSource base = base(dataSource);
        return isHikari(base) ? HikariDerivation.url(base) : ReadablePools.url(base);
    }

    /** Why connections of Leaf's own cannot be derived; nothing if they can. */
    static @Nullable String obstacle(DataSource base) {
        if (base instanceof AbstractRoutingDataSource) {
            return "it chooses between databases at each connection";
        }
        if (base instanceof XADataSource) {
            return "it takes part in distributed transactions";
        }
        if (isHikari(base)) {
            return HikariDerivation.obstacle(base);
        }
        return ReadablePools.include(base)
                ? ReadablePools.obstacle(base)
                : "Leaf does not know how %s makes them"
                        .formatted(base.getClass().getName());
    }

    static boolean isHikari(DataSource dataSource) {
        return HAS_HIKARI && HikariDerivation.isHikari(dataSource);
    }

    /** The name of a DataSource in messages: a known pool with its size, anything else by its class. */
    static String describe(DataSource dataSource) {
        String pool = HAS_HIKARI ? HikariDerivation.describe(dataSource) : null;
        return (pool == null) ? "the application's " + dataSource.getClass().getName() : pool;
    }

    /** Returns whether it opens a connection for each call, so that callers cannot use all of them up. */
    static boolean isUnpooled(DataSource base) {
        return base instanceof EmbeddedDatabase || base instanceof AbstractDriverBasedDataSource;
    }
}
