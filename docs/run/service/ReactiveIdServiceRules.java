import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;

@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class ReactiveIdServiceRules {

    @Bean
    @Order(1)
    SecurityWebFilterChain segments(ServerHttpSecurity http) {
        return http.securityMatcher(ServerWebExchangeMatchers.pathMatchers("/api/segments/**"))
                .authorizeExchange(exchanges -> exchanges.anyExchange().hasRole("ID_CLIENT"))
                .csrf(csrf -> csrf.disable())
                .httpBasic(withDefaults())
                .build();
    }

    @Bean
    @Order(2)
    SecurityWebFilterChain everythingElse(ServerHttpSecurity http) {
        return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                .httpBasic(withDefaults())
                .build();
    }

    @Bean
    MapReactiveUserDetailsService clients() { // {noop}: in clear, for a trial
        return new MapReactiveUserDetailsService(
                User.withUsername("orders").password("{noop}let-me-in").roles("ID_CLIENT").build());
    }
}
