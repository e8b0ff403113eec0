package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatRuntimeException;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.store.LimitedStore;
import io.leafid.segment.store.RefusedForNowException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** A client whose own maximum is larger than what the service grants at once keeps to that, and goes on. */
class ServiceLimitTest {

    private static final int LIMIT = 300;

    /** In the order of the node, a segment grows until it meets the limit; in the global one, those who wait are many. */
    @ParameterizedTest
    @ValueSource(strings = {"node", "global"})
    void stepsOfAClientGrowToTheMaximumOfTheServiceAndNotBeyond(String order) throws Exception {
        try (IdService service = new IdService(WebApplicationType.SERVLET, "leaf.web.segments.max-amount=" + LIMIT);
                ConfigurableApplicationContext client =
                        IdService.client(service.url(), "leaf.tags.order.order=" + order)) {
            service.putRow("order", 1, 100);
            IdGenerator ids = client.getBean(IdGenerator.class);

            List<Callable<long[]>> calls = Collections.nCopies(200, () -> ids.nextIds("order", 40));
            Set<Long> seen = new HashSet<>();
            ExecutorService callers = Executors.newFixedThreadPool(16);
            try {
                for (Future<long[]> call : callers.invokeAll(calls)) {
                    Arrays.stream(call.get()).forEach(seen::add);
                }
            } finally {
                callers.shutdownNow();
            }

            assertThat(seen).hasSize(8_000);
            assertThat(client.getBean(LimitedStore.class).maxStep("order")).isEqualTo(LIMIT);
        }
    }

    /** A second's ids at once are the most that its gate lets pass, also where the row's own step is larger. */
    @Test
    void stepsOfAClientStayWithinTheRateOfTheTag() {
        try (IdService service = new IdService(WebApplicationType.SERVLET, "leaf.tags.order.max-rate=" + 5 * LIMIT);
                ConfigurableApplicationContext client = IdService.client(service.url())) {
            service.putRow("order", 1, 10 * LIMIT);
            IdGenerator ids = client.getBean(IdGenerator.class);

            for (int taken = 0; taken < 12 * LIMIT; taken += 100) {
                assertThat(ids.nextIds("order", 100)).hasSize(100);
            }

            assertThat(client.getBean(LimitedStore.class).maxStep("order")).isEqualTo(5 * LIMIT);
        }
    }

    @Test
    void maximumIsLearnedFromEachAnswerAndFromARefusal() {
        assertThat(maxStepAfter(200, """
                        {"tag":"order","token":"t","first":"1","end":"11","step":10,"maxAmount":"700"}""")).isEqualTo(700);
        assertThat(maxStepAfter(400, """
                        {"type":"urn:leaf:refused","tag":"order","maxAmount":"7"}""")).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"""
                {"type":"urn:leaf:refused","tag":"order"}""", """
                {"type":"urn:leaf:refused","tag":"order","maxAmount":"0"}""", """
                {"type":"urn:leaf:refused","tag":"order","maxAmount":"many"}""", """
                {"type":"urn:leaf:refused","tag":"other","maxAmount":"7"}""", "no service"})
    void replyWithoutAMaximumForTheTagChangesNothing(String body) {
        assertThat(maxStepAfter(400, body)).isEqualTo(Long.MAX_VALUE);
    }

    /** The service has answered, so it is neither away nor is the tag at an end. */
    @ParameterizedTest
    @ValueSource(ints = {400, 429})
    void refusalOfARequestIsOneOfTheMoment(int status) {
        assertThatExceptionOfType(RefusedForNowException.class)
                .isThrownBy(() -> refusing(status).allocate("order", 10, 0))
                .withMessage("the id service refuses the request: too many");
    }

    /** As of a tag that is switched off, and of a service that grants none to clients: no later or smaller request is granted. */
    @ParameterizedTest
    @ValueSource(ints = {403, 409})
    void refusalThatLastsIsNoneOfTheMoment(int status) {
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> refusing(status).allocate("order", 10, 0))
                .withMessage("the id service refuses the request: too many");
    }

    private static RemoteSegmentStore refusing(int status) {
        return new FixedReply(status, "{\"type\":\"urn:leaf:refused\",\"tag\":\"order\",\"detail\":\"too many\"}")
                .store();
    }

    private static long maxStepAfter(int status, String body) {
        RemoteSegmentStore store = new FixedReply(status, body).store();
        if (status == 200) {
            assertThat(store.allocate("order", 10, 0).size()).isEqualTo(10);
        } else {
            assertThatRuntimeException().isThrownBy(() -> store.allocate("order", 10, 0));
        }
        return store.maxStep("order");
    }
}
