package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

/** The profile {@code mysql} as it is, against a MySQL that was just restarted. */
class MySqlProfileTest {

    private static final String USER = "leaf";
    private static final String PASSWORD = "leaf";

    @Test
    void passwordIsAcceptedByTheDefaultAuthenticationWithAColdCache() throws IOException, GeneralSecurityException {
        String url = urlOfTheProfile();
        try (Sha2AuthenticatingServer server = new Sha2AuthenticatingServer(PASSWORD)) {
            String here = url.replace("localhost:3306", "localhost:" + server.port());
            assertThat(here).isNotEqualTo(url);

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> DriverManager.getConnection(here, USER, PASSWORD))
                    .withMessageContaining(Sha2AuthenticatingServer.PASSED);
            assertThatExceptionOfType(SQLException.class)
                    .as("the server is as strict as it says")
                    .isThrownBy(() -> DriverManager.getConnection(here.replaceFirst("\\?.*", ""), USER, PASSWORD))
                    .withMessageContaining("RSA public key is not available client side");
        }
    }

    private static String urlOfTheProfile() throws IOException {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        new YamlPropertySourceLoader()
                .load("mysql", new ClassPathResource("application-mysql.yml"))
                .forEach(environment.getPropertySources()::addLast);
        return environment.getRequiredProperty("spring.datasource.url");
    }
}
