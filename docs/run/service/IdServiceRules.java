import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class IdServiceRules {

    @Bean
    @Order(1)
    SecurityFilterChain segments(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/segments/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().hasRole("ID_CLIENT"))
                .csrf(csrf -> csrf.disable())
                .httpBasic(withDefaults())
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain everythingElse(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .httpBasic(withDefaults())
                .build();
    }

    @Bean
    UserDetailsService clients() { // {noop}: in clear, for a trial
        return new InMemoryUserDetailsManager(
                User.withUsername("orders").password("{noop}let-me-in").roles("ID_CLIENT").build());
    }
}
