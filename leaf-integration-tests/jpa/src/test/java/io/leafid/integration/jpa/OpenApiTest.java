package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.data.LeafId;
import io.leafid.publicid.PublicId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.json.AbstractJsonContentAssert;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** What springdoc tells the clients of an application: an id that is a text for them is a string. */
@SpringBootTest(
        classes = OpenApiTest.Application.class,
        properties = {
            "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
            "spring.datasource.generate-unique-name=true",
            "leaf.json.ids-as-strings=true",
            "leaf.public-ids.keys.test=6fa1f0c2b5a94c1f8b6f5c0d9e3a7b21"
        })
@AutoConfigureMockMvc
class OpenApiTest {

    private static final String TEXT = "{\"type\":\"string\"}";
    private static final String NUMBER = "{\"type\":\"integer\",\"format\":\"int64\"}";

    @Autowired
    private MockMvcTester http;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {}

    record Order(
            @PublicId("order") long number,
            @PublicId("customer") List<Long> customers,
            @PublicId("customer") Optional<Long> other,
            @PublicId("customer") Map<String, Long> named,
            @LeafId("line") Long line,
            long amount) {}

    record Search(@PublicId("order") Long number, Long amount) {}

    @RestController
    static class Orders {

        @GetMapping("/orders/{number}")
        Order order(
                @PathVariable @PublicId("order") long number,
                @RequestParam @PublicId("order") List<Long> more,
                @RequestParam long amount) {
            return new Order(number, more, Optional.empty(), Map.of(), number, amount);
        }

        @GetMapping("/search")
        String search(@ModelAttribute Search search) {
            return search.toString();
        }
    }

    private AbstractJsonContentAssert<?> description() {
        return assertThat(http.get().uri("/v3/api-docs")).hasStatusOk().bodyJson();
    }

    private void assertSchema(String path, String expected) {
        description()
                .extractingPath(path)
                .convertTo(Object.class)
                .satisfies(found -> assertThat(JsonMapper.shared().writeValueAsString(found))
                        .isEqualTo(expected));
    }

    @Test
    void propertiesAreTexts() {
        String properties = "$.components.schemas.Order.properties.";
        assertSchema(properties + "number", TEXT);
        assertSchema(properties + "customers.items", TEXT);
        assertSchema(properties + "other", TEXT);
        assertSchema(properties + "named.additionalProperties", TEXT);
        assertSchema(properties + "line", TEXT);
        assertSchema(properties + "amount", NUMBER);
    }

    @Test
    void parametersAreTexts() {
        String parameters = "$.paths['/orders/{number}'].get.parameters";
        assertSchema(parameters + "[0].schema", TEXT);
        assertSchema(parameters + "[1].schema.items", TEXT);
        assertSchema(parameters + "[2].schema", NUMBER);
        assertSchema("$.components.schemas.Search.properties.number", TEXT);
    }
}
