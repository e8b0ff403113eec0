package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;

/** The rules of the application's own Spring Security hold for the API and the page; Leaf adds none and opens nothing. */
class SpringSecurityTest {

    private static final String OPERATOR = "Authorization: Basic "
            + Base64.getEncoder().encodeToString("operator:let-me-in".getBytes(StandardCharsets.UTF_8));

    private static final String STRANGER = "Authorization: Basic "
            + Base64.getEncoder().encodeToString("operator:guessed".getBytes(StandardCharsets.UTF_8));

    private static final OperatedApplication application = new OperatedApplication(
            beans -> beans.registerBean(Security.class),
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.web.auto-create=true",
            "leaf.web.enabled=true",
            FuzzedTargets.UNLOGGED);

    /** What an application writes. */
    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class Security {

        @Bean
        SecurityFilterChain rules(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(
                            requests -> requests.requestMatchers("/leaf/**", "/api/**", "/actuator/**")
                                    .authenticated()
                                    .anyRequest()
                                    .permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return name -> User.withUsername("operator")
                    .password("{noop}let-me-in")
                    .roles("OPERATOR")
                    .build();
        }
    }

    @BeforeAll
    static void useATag() {
        application.segment().nextId("order");
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/segment/get/order",
                "/api/ids/order",
                "/api/ids/order?count=5",
                "/api/ids?tag=order",
                "/leaf",
                "/leaf/state",
                "/leaf/app.js",
                "/actuator/leaf"
            })
    void whatTheApplicationProtectsIsProtected(String path) {
        long issued = issued();

        assertThat(RawHttp.get(application.port(), path).status()).isEqualTo(401);
        assertThat(RawHttp.send(application.port(), "GET", path, STRANGER).status())
                .isEqualTo(401);
        assertThat(issued()).isEqualTo(issued);
        assertThat(RawHttp.send(application.port(), "GET", path, OPERATOR).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//api/ids/order",
                "/./api/ids/order",
                "/x/../api/ids/order",
                "/api/ids;x=1/order",
                "/leaf;x=1",
                "//leaf/state",
                "/api%2Fids/order",
                "/%61pi/ids/order",
                "/api/ids/%2e%2e/ids/order",
                "/API/ids/order",
            })
    void noOtherWritingOfAPathGetsPast(String path) {
        long issued = issued();

        assertThat(RawHttp.get(application.port(), path).status()).isIn(400, 401, 404);
        assertThat(RawHttp.send(application.port(), "GET", path, OPERATOR).status())
                .isIn(400, 404);
        assertThat(issued()).isEqualTo(issued);
    }

    @Test
    void whatTheApplicationLeavesOpenIsOpen() {
        assertThat(RawHttp.get(application.port(), "/decodeSnowflakeId").status())
                .isEqualTo(404);
        assertThat(application.bean(SecurityFilterChain.class)).isNotNull(); // throws if there is another one
    }

    @Test
    void aSlashThatTheFirewallRefusesInThePathPassesAsAParameter() {
        assertThat(RawHttp.send(application.port(), "GET", "/api/ids/a%2Fb", OPERATOR)
                        .status())
                .isEqualTo(400);
        assertThat(RawHttp.send(application.port(), "GET", "/api/ids?tag=a%2Fb", OPERATOR)
                        .status())
                .isEqualTo(200);
        assertThat(application.segment().status("a/b")).isPresent();
    }

    @Test
    void noTargetIsTheFaultOfTheServer() {
        for (String path : List.of("/api/ids", "/api/ids/", "/api/segment/get/", "/leaf", "/leaf/")) {
            for (String tag : FuzzedTargets.TAGS) {
                assertThat(RawHttp.send(application.port(), "GET", path + tag, OPERATOR)
                                .status())
                        .as(path + tag)
                        .isLessThan(500);
            }
        }
    }

    private static long issued() {
        return application.segment().totals(tag -> true).issued();
    }
}
