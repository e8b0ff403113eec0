package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** An application whose controllers have {@code @PublicId} wherever a request brings an id. */
final class ServedPublicIds {

    static final String KEY = "57e61a8925dc6c56fff914277968f47b";

    private ServedPublicIds() {}

    static ConfigurableApplicationContext start(WebApplicationType type, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(type)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.datasource.generate-unique-name=true",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false",
                        "management.endpoints.web.exposure.include=*")
                .properties(properties)
                .run();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {}

    record Order(
            @PublicId("order") long number,
            @PublicId("customer") @Nullable Long customer) {}

    /** A form as a record; what is not sent is null. */
    record Search(
            @PublicId("order") @Nullable Long number,
            @PublicId("customer") @Nullable List<Long> customers) {}

    /** A form as a bean. */
    static class Form {

        @PublicId("order")
        private @Nullable Long number;

        public @Nullable Long getNumber() {
            return number;
        }

        public void setNumber(@Nullable Long number) {
            this.number = number;
        }
    }

    @RestController
    static class Orders {

        private final Optional<PublicIds> publicIds;

        Orders(Optional<PublicIds> publicIds) {
            this.publicIds = publicIds;
        }

        @GetMapping("/orders/{number}")
        Order order(@PathVariable @PublicId("order") long number) {
            return new Order(number, number + 1);
        }

        @PostMapping("/orders")
        Map<String, Object> post(@RequestBody Order order) {
            Map<String, Object> numbers = new TreeMap<>();
            numbers.put("number", order.number());
            numbers.put("customer", String.valueOf(order.customer()));
            return numbers;
        }

        @GetMapping("/parameter")
        String parameter(@RequestParam(required = false) @PublicId("order") @Nullable Long number) {
            return String.valueOf(number);
        }

        @GetMapping("/required")
        String required(@RequestParam @PublicId("order") long number) {
            return String.valueOf(number);
        }

        @GetMapping("/list")
        String list(@RequestParam @PublicId("order") List<Long> number) {
            return number.toString();
        }

        @GetMapping("/array")
        String array(@RequestParam @PublicId("order") long[] number) {
            return java.util.Arrays.toString(number);
        }

        @GetMapping("/set")
        String set(@RequestParam @PublicId("order") Set<Long> number) {
            return number.toString();
        }

        @GetMapping("/objects")
        String objects(@RequestParam @PublicId("order") Long[] number) {
            return java.util.Arrays.toString(number);
        }

        @GetMapping("/optional")
        String optional(@RequestParam @PublicId("order") Optional<Long> number) {
            return number.toString();
        }

        @GetMapping("/header")
        String header(@RequestHeader("X-Order") @PublicId("order") long number) {
            return String.valueOf(number);
        }

        @GetMapping("/plain")
        String plain(@RequestParam Long number) {
            return String.valueOf(number);
        }

        @GetMapping("/search")
        String search(@ModelAttribute Search search) {
            return search.number() + " " + search.customers();
        }

        @GetMapping("/form")
        String form(@ModelAttribute Form form) {
            return String.valueOf(form.getNumber());
        }

        @GetMapping("/own/{text}")
        String own(@PathVariable String text) {
            return String.valueOf(publicIds.orElseThrow().decode("order", text));
        }
    }
}
