package io.leafid.benchmarks.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application with Leaf as a user has it, and a servlet that answers a constant. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Server {

    static final String BARE = "/bare";

    private static final String[] SETTINGS = {
        "server.port=0",
        "server.tomcat.max-keep-alive-requests=-1", // h2load opens each connection once; pools of clients hardly more
        // often
        "spring.main.banner-mode=off",
        "logging.level.root=warn",
        "spring.application.name=benchmark",
        "spring.datasource.url=jdbc:h2:mem:benchmark",
        // the benchmark of entities needs it, this application does not
        "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
        "leaf.web.enabled=true",
        "leaf.segment.enabled=true",
        "leaf.segment.auto-create.enabled=true",
        "leaf.web.auto-create=true",
        "leaf.segment.preload-recent=false",
        "leaf.snowflake.enabled=true",
        "leaf.snowflake.mode=local",
        "leaf.snowflake.port=1",
        "leaf.snowflake.local.worker-id=1"
    };

    static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(Server.class).properties(SETTINGS).run(arguments);
    }

    /** The address at which it answers. */
    static String url(ConfigurableApplicationContext server) {
        return "http://127.0.0.1:"
                + Objects.requireNonNull(server.getEnvironment().getProperty("local.server.port"));
    }

    @Bean
    ServletRegistrationBean<Constant> bare() {
        return new ServletRegistrationBean<>(new Constant(), BARE);
    }

    /** Servlet that does the least that a servlet can do. */
    static final class Constant extends HttpServlet {

        private static final long serialVersionUID = 1L;

        private static final byte[] ANSWER = "1234567".getBytes(StandardCharsets.US_ASCII);

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain;charset=UTF-8");
            response.setContentLength(ANSWER.length);
            response.getOutputStream().write(ANSWER);
        }
    }
}
