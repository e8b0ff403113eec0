package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.verify;

import io.leafid.IdGenerator;
import io.leafid.lease.LeaseKeeper;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Service;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

/**
 * How people test what uses ids: with a mock or a spy in the place of a generator, in an application whose engines, server and
 * actuator are on. What is mocked alone takes its engine away, so that neither a database nor ZooKeeper need be there.
 */
class MockedGeneratorsIT {

    private static final long ID = 4711;

    @Nested
    @SegmentWithoutDatabase
    class MockOfTheSegmentEngineAlone extends Served {

        @MockitoBean
        private IdGenerator ids;

        @Test
        void takesItsPlace(@Autowired Orders orders) {
            given(ids.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
        }
    }

    @Nested
    @SegmentWithoutDatabase
    class MockOfTheSegmentEngineByItsType extends Served {

        @MockitoBean
        private SegmentIdGenerator ids;

        @Test
        void takesItsPlace(@Autowired Orders orders) {
            given(ids.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
        }
    }

    @Nested
    @SnowflakeWithoutZooKeeper
    class MockOfTheSnowflakeEngineAlone extends Served {

        @MockitoBean
        private IdGenerator ids;

        @Test
        void takesItsPlace(@Autowired Orders orders) {
            given(ids.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
        }
    }

    @Nested
    @SnowflakeWithoutZooKeeper
    class MockOfTheSnowflakeEngineByItsType extends Served {

        @MockitoBean
        private SnowflakeIdGenerator ids;

        @Test
        void takesItsPlaceAndNoWorkerIdIsLeased(
                @Autowired Orders orders, @Autowired ConfigurableListableBeanFactory beans) {
            given(ids.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
            assertThat(beans.getBeanNamesForType(LeaseKeeper.class, true, false))
                    .noneMatch(beans::containsSingleton);
        }
    }

    @Nested
    @BothEngines
    class MockBesideBothEngines extends Served {

        @MockitoBean
        private IdGenerator ids;

        @Test
        void takesThePlaceOfWhatChoosesBetweenThem(@Autowired Orders orders, @Autowired SegmentIdGenerator segment) {
            given(ids.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
            assertThat(segment.nextId("order")).isEqualTo(1);
        }
    }

    @Nested
    @BothEngines
    class MocksOfBothEngines extends Served {

        @MockitoBean
        private SegmentIdGenerator segment;

        @MockitoBean
        private SnowflakeIdGenerator snowflake;

        @Test
        void takeTheirPlaces(@Autowired Orders orders, @Autowired IdGenerator ids) {
            given(segment.nextId("order")).willReturn(ID);
            given(snowflake.nextId("payment")).willReturn(ID + 1);

            assertThat(orders.place()).isEqualTo(ID);
            assertThat(ids.nextId("payment")).isEqualTo(ID + 1);
            assertServed(ID);
        }
    }

    @Nested
    @OneEngine
    class SpyOnOneEngine extends Served {

        @MockitoSpyBean
        private IdGenerator ids;

        @Test
        void seesTheCallsAndCanAnswerThem(@Autowired Orders orders) {
            assertThat(orders.place()).isEqualTo(1);
            verify(ids).nextId("order");

            doReturn(ID).when(ids).nextId(anyString());
            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
        }
    }

    @Nested
    @BothEngines
    class SpiesOnBothEngines extends Served {

        @MockitoSpyBean
        private SegmentIdGenerator segment;

        @MockitoSpyBean
        private SnowflakeIdGenerator snowflake;

        @MockitoSpyBean
        private IdGenerator ids;

        @Test
        void seeTheCallsAndCanAnswerThem(@Autowired Orders orders) {
            assertThat(orders.place()).isEqualTo(1);
            assertThat(ids.nextId("payment")).isPositive();
            verify(ids).nextId("order");
            verify(segment).nextId("order");
            verify(snowflake).nextId("payment");

            doReturn(ID).when(segment).nextId(anyString());
            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
        }
    }

    @Nested
    @BothEngines
    @Import(PrimaryGenerator.class)
    class MockOfTheApplicationsOwn extends Served {

        @MockitoBean
        private IdGenerator ids;

        @Test
        void takesItsPlace(@Autowired Orders orders, @Autowired SnowflakeIdGenerator snowflake) {
            given(ids.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(ID);
            assertServed(ID);
            assertThat(snowflake.nextId()).isPositive();
        }
    }

    @Nested
    @OneEngine
    @Import(PrimaryGenerator.class)
    class MockOfTheEngineBesideTheApplicationsOwn extends Served {

        @MockitoBean
        private SegmentIdGenerator segment;

        @Test
        void leavesTheApplicationsOwnAlone(@Autowired Orders orders) {
            given(segment.nextId("order")).willReturn(ID);

            assertThat(orders.place()).isEqualTo(-ID);
            assertThat(segment.nextId("order")).isEqualTo(ID);
            assertServed(-ID);
        }
    }

    @SpringBootTest(
            classes = {Application.class, Orders.class},
            webEnvironment = WebEnvironment.RANDOM_PORT,
            properties = {
                "leaf.name=orders",
                "spring.datasource.generate-unique-name=true",
                "spring.flyway.enabled=false",
                "spring.liquibase.enabled=false",
                "management.health.db.enabled=false",
                "leaf.web.enabled=true",
                "management.endpoint.health.show-details=always",
                "management.endpoints.web.exposure.include=*"
            })
    @DirtiesContext
    abstract static class Served {

        @Autowired
        private Environment environment;

        /** The mock's id over HTTP, and everything that an operator looks at answers. */
        void assertServed(long id) {
            assertThat(get("/api/ids/order")).isEqualTo(Long.toString(id));
            assertThat(get("/actuator/health")).contains("\"leaf\"").contains("\"UP\"");
            assertThat(get("/actuator/leaf")).contains("\"name\":\"orders\"");
            assertThat(get("/actuator/metrics")).contains("\"names\"");
        }

        private String get(String path) {
            URI uri = URI.create("http://localhost:" + environment.getProperty("local.server.port") + path);
            try {
                HttpResponse<String> response = HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
                assertThat(response.statusCode()).as(path + response.body()).isEqualTo(200);
                return response.body();
            } catch (IOException | InterruptedException ex) {
                throw new IllegalStateException(path, ex);
            }
        }
    }

    @TestPropertySource(properties = {"leaf.segment.enabled=true", "leaf.jdbc.url=jdbc:h2:tcp://localhost:1/away"})
    @Retention(RetentionPolicy.RUNTIME)
    @interface SegmentWithoutDatabase {}

    @TestPropertySource(
            properties = {
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=zk_normal",
                "leaf.snowflake.zk.address=localhost:1"
            })
    @Retention(RetentionPolicy.RUNTIME)
    @interface SnowflakeWithoutZooKeeper {}

    @TestPropertySource(
            properties = {
                "leaf.segment.enabled=true",
                "leaf.segment.auto-create.enabled=true",
                "leaf.segment.preload-recent=false"
            })
    @Retention(RetentionPolicy.RUNTIME)
    @interface OneEngine {}

    @TestPropertySource(
            properties = {
                "leaf.segment.enabled=true",
                "leaf.segment.auto-create.enabled=true",
                "leaf.segment.preload-recent=false",
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=local",
                "leaf.snowflake.port=1",
                "leaf.snowflake.state-directory=target/leaf/${random.uuid}",
                "leaf.snowflake.local.worker-id=0",
                "leaf.tags.payment.mode=snowflake"
            })
    @Retention(RetentionPolicy.RUNTIME)
    @interface BothEngines {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Service
    static class Orders {

        private final IdGenerator ids;

        Orders(IdGenerator ids) {
            this.ids = ids;
        }

        long place() {
            return ids.nextId("order");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryGenerator {

        @Bean
        @Primary
        IdGenerator ownGenerator() {
            return new RoutingIdGeneratorTest.Constant(-ID);
        }
    }
}
