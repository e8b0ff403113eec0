package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A session that lasts as long as the request, which is Boot's default, gives entities their ids as any other does. */
@SpringBootTest(
        classes = JpaApplication.class,
        properties = {
            "spring.jpa.hibernate.ddl-auto=create",
            "spring.jpa.open-in-view=true",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true"
        })
@AutoConfigureMockMvc
class OpenInViewTest {

    @Autowired
    private MockMvcTester http;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase database = TestDatabase.h2();
        registry.add("spring.datasource.url", database::url);
        registry.add("spring.datasource.username", database::user);
        registry.add("spring.datasource.password", database::password);
    }

    @Test
    void entityHasItsIdWhenTheViewIsRendered() {
        assertThat(http.post().uri("/invoices?text=tea").exchange())
                .hasStatusOk()
                .bodyText()
                .isEqualTo("invoice 1 with line 1");
        assertThat(http.get().uri("/invoices/1").exchange())
                .hasStatusOk()
                .bodyText()
                .isEqualTo("tea");
    }
}
