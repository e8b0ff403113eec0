package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafJdbcAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What a user reads when a client of an id service cannot start. */
@ExtendWith(OutputCaptureExtension.class)
class RemoteFailuresTest {

    private static final String NO_SERVICE = "leaf.remote.services=http://localhost:1,http://localhost:2#west";

    /** All that a client needs. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        RestClientAutoConfiguration.class,
        LeafAutoConfiguration.class,
        LeafRemoteAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class
    })
    static class Client {}

    private static void start(String... properties) {
        new SpringApplicationBuilder(Client.class)
                .web(WebApplicationType.NONE)
                .properties("spring.application.name=orders", "leaf.segment.load-timeout=1s")
                .properties(properties)
                .run();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "leaf.remote.zone=west | http://localhost:2 (zone west): connection refused; http://localhost:1",
                "leaf.jdbc.url=jdbc:h2:mem:both | ids can come from one of them only",
                "leaf.segment.enabled=false | leaf.remote.services has no effect without leaf.segment.enabled",
                "leaf.remote.services=ids | leaf.remote.services=ids is no URL, and nothing in this application discovers services",
                "leaf.remote.services=ids,people | leaf.remote.services holds an entry that must begin with http:// or https://",
                "leaf.remote.connect-timeout=0s | leaf.remote.connect-timeout must be longer than zero",
                "leaf.remote.base-path=ids/ | leaf.remote.base-path must begin with a slash and end without one",
                "leaf.remote.ssl-bundle=ids | there is no SSL bundle 'ids'",
            })
    void startSaysWhatIsWrong(String setting, String explanation, CapturedOutput output) {
        assertThatThrownBy(() -> start("leaf.segment.enabled=true", NO_SERVICE, setting))
                .isInstanceOf(Exception.class);

        assertThat(output.getAll()).contains("APPLICATION FAILED TO START").contains(explanation);
    }

    @Test
    void passwordInAUrlIsRefusedAndNotShown(CapturedOutput output) {
        assertThatThrownBy(() -> start("leaf.segment.enabled=true", "leaf.remote.services=http://user:s3cret@ids:8080"))
                .isInstanceOf(Exception.class);

        assertThat(output.getAll())
                .contains("must not hold a user or a password")
                .doesNotContain("s3cret");
    }
}
