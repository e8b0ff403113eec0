package io.leafid.autoconfigure.remote;

import static io.leafid.autoconfigure.FailureTexts.application;
import static io.leafid.autoconfigure.FailureTexts.assertFails;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafJdbcAutoConfiguration;
import io.leafid.autoconfigure.LeafRoutingAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/** What a user reads when a client of an id service cannot start, word for word. */
class RemoteFailureTextsTest {

    private static final String SEGMENT = "--leaf.segment.enabled=true";
    private static final String NO_SERVICE = "--leaf.remote.services=http://localhost:1,http://localhost:2#west";

    /** All that a client needs. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        RestClientAutoConfiguration.class,
        LeafAutoConfiguration.class,
        LeafRemoteAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class
    })
    static class Client {}

    /** The same without what makes a builder. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafRemoteAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class
    })
    static class WithoutBuilder {}

    /** What slices with a database have of Leaf and of that. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafRoutingAutoConfiguration.class
    })
    static class Slice {}

    private static void assertClientFails(String text, String... arguments) {
        assertFails(text, application(Client.class), arguments);
    }

    @Test
    void serviceIsAway() {
        assertClientFails("service-away", SEGMENT, NO_SERVICE, "--leaf.remote.zone=west");
    }

    @Test
    void sliceOfAClientHasNoIdsFromItsDatabase() {
        assertFails("service-in-slice", application(Slice.class), SEGMENT, NO_SERVICE);
    }

    @Test
    void passwordInAUrlIsRefusedAndNotShown() {
        assertClientFails("service-password", SEGMENT, "--leaf.remote.services=http://user:s3cret@ids:8080");
    }

    @Test
    void nameIsGivenAndNothingLooksItUp() {
        assertClientFails("no-discovery", SEGMENT, "--leaf.remote.services=ids");
    }

    @Test
    void nothingCanSendRequests() {
        SpringApplication application = application(WithoutBuilder.class);
        application.setResourceLoader(
                new DefaultResourceLoader(new FilteredClassLoader("org.springframework.boot.http.client")));
        assertFails("no-rest-client", application, SEGMENT, NO_SERVICE);
    }

    @Test
    void nothingMakesBuilders() {
        assertFails("no-rest-client", application(WithoutBuilder.class), SEGMENT, NO_SERVICE);
    }

    @Test
    void sslBundleIsMissing() {
        assertClientFails("no-ssl-bundle", SEGMENT, NO_SERVICE, "--leaf.remote.ssl-bundle=ids");
    }
}
