package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import io.leafid.actuate.LeafMetrics;
import io.leafid.segment.SegmentIdGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An application as a user has it, with a real web server, a real database that a test can cut off, and everything else as
 * it is configured by itself.
 */
public final class OperatedApplication implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    public OperatedApplication(String... properties) {
        this(beans -> {}, properties);
    }

    /** Starts an application that brings beans of its own. */
    public OperatedApplication(Consumer<GenericApplicationContext> beans, String... properties) {
        this(WebApplicationType.SERVLET, beans, properties);
    }

    /** Starts an application on one kind of server. */
    public OperatedApplication(
            WebApplicationType type, Consumer<GenericApplicationContext> beans, String... properties) {
        context = new SpringApplicationBuilder(Application.class)
                .initializers(started -> beans.accept((GenericApplicationContext) started))
                .web(type)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.application.name=orders",
                        "spring.datasource.generate-unique-name=true",
                        "spring.flyway.enabled=false", // both are there for a test of their own
                        "spring.liquibase.enabled=false",
                        "leaf.segment.wait-timeout=30s", // a busy machine is no outage
                        "leaf.segment.preload-recent=false",
                        "leaf.jdbc.connection=shared", // those that a test cuts off
                        "management.endpoints.web.exposure.include=*")
                .properties(properties)
                .run();
    }

    /** Where its server listens. */
    public int port() {
        return Integer.parseInt(Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port")));
    }

    /** The body of an answer that must be the given status. */
    public String text(String path, int status) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body();
    }

    public JsonNode json(String path, int status) {
        return JSON.readTree(text(path, status));
    }

    public static JsonNode parse(String json) {
        return JSON.readTree(json);
    }

    public int status(String path) {
        return get(path).statusCode();
    }

    private HttpResponse<String> get(String path) {
        try {
            URI uri = URI.create("http://localhost:" + port() + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    public void sql(String statement) {
        context.getBean(JdbcTemplate.class).execute(statement);
    }

    public long maxId(String tag) {
        Long maxId = context.getBean(JdbcTemplate.class)
                .queryForObject("select max_id from leaf_alloc where biz_tag = ?", Long.class, tag);
        return Objects.requireNonNull(maxId);
    }

    public void cutOffDatabase() {
        context.getBean(CutOff.class).isCut = true;
    }

    public void restoreDatabase() {
        context.getBean(CutOff.class).isCut = false;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public SegmentIdGenerator segment() {
        return context.getBean(SegmentIdGenerator.class);
    }

    public LeafMetrics metrics() {
        return context.getBean(LeafMetrics.class);
    }

    public List<LeafEvent> events() {
        return context.getBean(Events.class).events;
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        static CutOff cutOff() {
            return new CutOff();
        }

        @Bean
        Events events() {
            return new Events();
        }
    }

    /** What an alarm would hear. */
    static final class Events {

        private final List<LeafEvent> events = new CopyOnWriteArrayList<>();

        @EventListener
        void on(LeafEvent event) {
            events.add(event);
        }
    }

    /** Lets no new connection through while it is cut, as a firewall does. */
    static final class CutOff implements BeanPostProcessor {

        private volatile boolean isCut;

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return (bean instanceof DataSource source) ? new Source(source, this) : bean;
        }
    }

    private static final class Source extends DelegatingDataSource {

        private final CutOff cutOff;

        Source(DataSource target, CutOff cutOff) {
            super(target);
            this.cutOff = cutOff;
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (cutOff.isCut) {
                throw new SQLException("refused: jdbc:h2:/var/lib/leaf/data;user=leaf;password=s3cret");
            }
            return super.getConnection();
        }
    }
}
