package io.leafid.autoconfigure.jdbc;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessor;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.jdbc.DataSourceBuilder;

/**
 * Pools of others from which Boot can read address, driver, user and password: one whose connections are made of more than
 * that is left alone, since others might not be encrypted, or see another schema. Stateless.
 */
final class ReadablePools {

    /** Boot does not read its password, which it tells. */
    private static final String DBCP2 = "org.apache.commons.dbcp2.BasicDataSource";

    /** What DBCP2 tells to its own package alone. */
    private static final String HIDDEN = "connectionProperties";

    private static final Set<String> CLASSES = Set.of(
            DBCP2,
            "org.apache.tomcat.jdbc.pool.DataSource",
            "com.mchange.v2.c3p0.ComboPooledDataSource",
            "org.vibur.dbcp.ViburDBCPDataSource");

    private static final Set<String> EXTRAS = Set.of(
            HIDDEN,
            "dbProperties",
            "connectionInitSqls",
            "initSQL",
            "initSql",
            "defaultCatalog",
            "defaultSchema",
            "driverProperties",
            "properties",
            "connectionCustomizerClassName",
            "dataSource",
            "dataSourceJNDI");

    /** Keys that Boot carries over by other ways. */
    private static final Set<String> CARRIED = Set.of("user", "username", "password");

    private ReadablePools() {}

    static boolean include(DataSource pool) {
        return CLASSES.contains(pool.getClass().getName());
    }

    /** The builder of connections like those of a pool. */
    static DataSourceBuilder<?> builder(DataSource pool) {
        DataSourceBuilder<?> builder = DataSourceBuilder.derivedFrom(pool);
        if (isDbcp2(pool)) {
            Object password = read(PropertyAccessorFactory.forBeanPropertyAccess(pool), "password");
            builder.password((password == null) ? null : password.toString());
        }
        return builder;
    }

    /** The address of a DataSource, a pool or none, that has a property for it. */
    static @Nullable String url(DataSource dataSource) {
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(dataSource);
        return Stream.of("jdbcUrl", "url")
                .filter(properties::isReadableProperty)
                .map(name -> read(properties, name))
                .map(String::valueOf)
                .filter(url -> url.startsWith("jdbc:"))
                .findFirst()
                .orElse(null);
    }

    /** Why a pool's connections cannot be made anew; nothing if they can. */
    static @Nullable String obstacle(DataSource pool) {
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(pool);
        String found = EXTRAS.stream()
                .filter(name -> isSet(properties, name) || (name.equals(HIDDEN) && isSetHidden(pool)))
                .sorted()
                .collect(Collectors.joining(", "));
        return found.isEmpty() ? null : "its pool also sets " + found;
    }

    private static boolean isDbcp2(DataSource pool) {
        return pool.getClass().getName().equals(DBCP2);
    }

    private static boolean isSetHidden(DataSource pool) {
        return isDbcp2(pool) && isSet(PropertyAccessorFactory.forDirectFieldAccess(pool), HIDDEN);
    }

    private static boolean isSet(PropertyAccessor properties, String name) {
        return properties.isReadableProperty(name) && isSet(read(properties, name));
    }

    private static @Nullable Object read(PropertyAccessor properties, String name) {
        try {
            return properties.getPropertyValue(name);
        } catch (BeansException ex) {
            return name; // it is there, and cannot be told to be empty
        }
    }

    private static boolean isSet(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.keySet().stream().anyMatch(key -> !CARRIED.contains(String.valueOf(key)));
        }
        return (value instanceof Collection<?> items)
                ? !items.isEmpty()
                : value != null && !String.valueOf(value).isEmpty();
    }
}
