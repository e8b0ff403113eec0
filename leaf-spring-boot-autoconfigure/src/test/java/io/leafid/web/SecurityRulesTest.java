package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** The rules that docs/run/security.md shows: who may have ids of one tag gets none of another, however it is written. */
class SecurityRulesTest {

    private static final String[] ALL_OF_LEAF = {
        "/api/ids/**",
        "/api/segment/**",
        "/api/segments/**",
        "/api/snowflake/**",
        "/api/texts/**",
        "/decodeSnowflakeId/**",
        "/leaf/**"
    };

    private static final OperatedApplication application = new OperatedApplication(
            beans -> beans.registerBean(Security.class),
            "leaf.segment.enabled=true",
            "leaf.snowflake.enabled=true",
            "leaf.snowflake.mode=local",
            "leaf.snowflake.local.worker-id=7",
            "leaf.snowflake.host=10.0.0.7",
            "leaf.snowflake.port=8080",
            "leaf.snowflake.state-directory=" + System.getProperty("java.io.tmpdir") + "/leaf-security-rules",
            "leaf.web.enabled=true");

    /** What an application writes. */
    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class Security {

        @Bean
        SecurityFilterChain rules(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/api/ids/order")
                            .hasRole("SHOP")
                            .requestMatchers(ALL_OF_LEAF)
                            .hasRole("OPERATOR")
                            .anyRequest()
                            .permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return name -> User.withUsername(name)
                    .password("{noop}let-me-in")
                    .roles(name.equals("shop") ? "SHOP" : "OPERATOR")
                    .build();
        }
    }

    @BeforeAll
    static void addTags() {
        for (String tag : List.of("order", "secret")) {
            application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('" + tag + "', 1, 1000)");
        }
    }

    @AfterAll
    static void close() {
        application.close();
    }

    private static int status(String user, String path) {
        String credentials = Base64.getEncoder().encodeToString((user + ":let-me-in").getBytes(StandardCharsets.UTF_8));
        return RawHttp.send(application.port(), "GET", path, "Authorization: Basic " + credentials)
                .status();
    }

    @Test
    void theShopGetsIdsOfItsTag() {
        assertThat(status("shop", "/api/ids/order")).isEqualTo(200);
        assertThat(status("shop", "/api/ids/order?count=5")).isEqualTo(200);
        assertThat(status("shop", "/api/ids/order?tag=secret"))
                .as("the path decides, not the parameter")
                .isEqualTo(200);
        assertThat(application.segment().totals("secret"::equals).issued()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/ids?tag=secret",
                "/api/ids/?tag=secret",
                "/api/ids?tag=order",
                "/api/ids/secret",
                "/api/ids/%73ecret",
                "/api/ids/order/../secret",
                "/api/ids/order%2F..%2Fsecret",
                "/api/ids/order;/../secret",
                "/api/segment/get/order",
                "/api/segment/get?tag=order",
                "/api/segments",
                "/api/segments/order",
                "/api/segments?tag=order",
                "/api/snowflake/get/order",
                "/api/snowflake/decode/1",
                "/decodeSnowflakeId?snowflakeId=1",
                "/decodeSnowflakeId/",
                "/leaf",
                "/leaf/",
                "/leaf/state",
            })
    void theShopGetsNothingElse(String path) {
        long issued = application.segment().totals(tag -> true).issued();

        assertThat(status("shop", path)).as(path).isIn(400, 403);
        assertThat(RawHttp.get(application.port(), path).status()).as(path).isIn(400, 401);
        assertThat(application.segment().totals(tag -> true).issued()).isEqualTo(issued);
    }

    @Test
    void theOperatorGetsAll() {
        for (String path : List.of(
                "/api/ids?tag=order",
                "/api/segment/get/order",
                "/api/snowflake/get/order",
                "/api/snowflake/decode/1",
                "/decodeSnowflakeId?snowflakeId=1",
                "/leaf",
                "/leaf/state")) {
            assertThat(status("operator", path)).as(path).isEqualTo(200);
        }
    }

    @Test
    void theManualShowsThesePatterns() throws IOException {
        String manual = Files.readString(Path.of("../docs/run/security.md"));

        assertThat(manual).contains("requestMatchers(\"/api/ids/order\")");
        assertThat(ALL_OF_LEAF).allSatisfy(pattern -> assertThat(manual).contains("\"" + pattern + "\""));
    }
}
