package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.remote.RemoteStoreFailures;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client that cannot start is told to do, word for word. */
class ServiceAdviceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            AWAY        | Check that it is up, that leaf.web.enabled and leaf.web.segments.enabled are true there, and that leaf.remote.services names it.
            CREDENTIALS | It asks for credentials, or the user whose credentials are sent lacks a role: let a RestClient.Builder marked with @LeafRestClient send those of a user that may use /api/segments.
            CERTIFICATE | One side does not accept the other's certificate: the truststore of leaf.remote.ssl-bundle must know that of the service, whose host leaf.remote.services must name, and its keystore must hold one that the service knows where it asks for one.
            REDIRECT    | Name the service itself in leaf.remote.services. A page to log in means that credentials are missing: let a RestClient.Builder marked with @LeafRestClient send them.
            REGISTRY    | Check that the registry of instances can be reached and lists the service under the name in leaf.remote.services.
            """)
    void saysWhatToDo(ServiceTrouble trouble, String advice) {
        RemoteStoreFailures failures = new RemoteStoreFailures("id service ids", false);
        IdServiceException failure = new IdServiceException("no instance", trouble, null);
        String rest = " With leaf.segment.fail-fast=false this application starts without it.";

        assertThat(((LeafStartException) failures.explain(failure)).action()).isEqualTo(advice + rest);
        assertThat(((LeafStartException) failures.explain(new SegmentUnavailableException("none", failure))).action())
                .isEqualTo(advice + rest);
    }

    @Test
    void silenceMayBeThatOfTheRegistryWhereInstancesAreDiscovered() {
        RemoteStoreFailures failures = new RemoteStoreFailures("id service ids", true);
        SegmentUnavailableException silence =
                new SegmentUnavailableException("no answer within 5 seconds", new TimeoutException());

        assertThat(((LeafStartException) failures.explain(silence)).action())
                .startsWith("Check that it is up")
                .contains("Check that the registry of instances can be reached");
    }

    /** What the service refuses for good, as {@link ReplyReader} makes it of the answer. */
    @Test
    void refusalIsNoSilence() {
        RemoteStoreFailures failures = new RemoteStoreFailures("id service ids", true);
        SegmentUnavailableException refusal =
                new SegmentUnavailableException("the id service refuses the request: none is granted to clients", null);

        assertThat(((LeafStartException) failures.explain(refusal)).action())
                .startsWith("It has answered, and refuses this: ");
    }
}
