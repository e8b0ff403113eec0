package io.leafid.remote;

import java.util.List;
import java.util.Objects;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An id service as an application that only configures it: a real web server with a store in a database behind it. */
public final class IdService implements AutoCloseable {

    private static final String WITHOUT_DATABASE =
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

    private final ConfigurableApplicationContext context;

    /** What an operator writes. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Starts a service of one kind of server. */
    public IdService(WebApplicationType type, String... properties) {
        this(type, List.of(), properties);
    }

    /** Starts a service with beans of its own. */
    public IdService(WebApplicationType type, List<Class<?>> sources, String... properties) {
        context = new SpringApplicationBuilder(Application.class)
                .sources(sources.toArray(Class<?>[]::new))
                .web(type)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.application.name=ids",
                        "spring.datasource.generate-unique-name=true",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false",
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.preload-recent=false",
                        "leaf.web.enabled=true",
                        "leaf.web.segments.enabled=true")
                .properties(properties)
                .run();
    }

    /** Where it listens. */
    public int port() {
        return Integer.parseInt(Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port")));
    }

    /** Its URL, as clients name it. */
    public String url() {
        return "http://localhost:" + port();
    }

    /** The database behind it. */
    public JdbcTemplate jdbc() {
        return context.getBean(JdbcTemplate.class);
    }

    /** Adds or replaces a row. */
    public void putRow(String tag, long maxId, long step) {
        deleteRow(tag);
        jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, ?, ?)", tag, maxId, step);
    }

    /** Deletes a row. */
    public void deleteRow(String tag) {
        jdbc().update("DELETE FROM leaf_alloc WHERE biz_tag = ?", tag);
    }

    /** The counter of a row. */
    public long maxId(String tag) {
        return Objects.requireNonNull(
                jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = ?", Long.class, tag));
    }

    /** One of its beans. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    /** Starts a client: an application without any database. */
    public static ConfigurableApplicationContext client(String services, String... properties) {
        return client(services, List.of(), properties);
    }

    /** Starts a client with beans of its own. */
    public static ConfigurableApplicationContext client(String services, List<Class<?>> sources, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .sources(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.application.name=orders",
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s", // a busy machine is no outage
                        "leaf.segment.load-timeout=60s",
                        "leaf.remote.connect-timeout=60s",
                        "leaf.remote.read-timeout=60s",
                        "leaf.segment.preload-recent=false",
                        "leaf.remote.services=" + services)
                .properties(properties)
                .run("--spring.autoconfigure.exclude=" + WITHOUT_DATABASE);
    }
}
