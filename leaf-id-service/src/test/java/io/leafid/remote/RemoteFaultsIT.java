package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.remote.FaultyInstance.Fault;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.time.ManualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** A service that answers slowly, wrongly or not at all after it has committed a range: nothing is handed out twice. */
class RemoteFaultsIT {

    private static final int AMOUNT = 10;
    private static final Duration BACK_OFF = Duration.ofSeconds(1);

    private final AtomicLong counter = new AtomicLong(1);
    private final ManualTime time = new ManualTime();
    private final HttpClient http = HttpClient.newHttpClient();
    private final FaultyInstance near = new FaultyInstance(counter);
    private final FaultyInstance far = new FaultyInstance(counter);

    @AfterEach
    void stop() {
        near.close();
        far.close();
    }

    private RemoteSegmentStore store(Duration backOff, ServiceInstance... instances) {
        RestClient client = RestClient.builder()
                .requestFactory((uri, method) -> connectionsTo(uri).createRequest(uri, method))
                .build();
        InstanceCalls calls = new InstanceCalls(
                InstanceSource.of(List.of(instances)),
                new InstanceChoice("east", backOff, 0, time),
                Duration.ofSeconds(30),
                time);
        return RemoteSegmentStore.of("ids", calls, client, client);
    }

    /** An end to the patience only where no reply ever comes. */
    private JdkClientHttpRequestFactory connectionsTo(URI uri) {
        boolean isSilent =
                near.isSilent() && uri.toString().startsWith(near.in("").url());
        JdkClientHttpRequestFactory connections = new JdkClientHttpRequestFactory(http);
        connections.setReadTimeout(isSilent ? Duration.ofSeconds(3) : Duration.ofMinutes(1));
        return connections;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void replyThatIsNoneToThisRequestBurnsItsRangeAndTheNextInstanceAnswers(Fault fault) {
        RemoteSegmentStore store = store(BACK_OFF, near.in("east"), far.in("west"));
        List<AllocatedSegment> ranges = new ArrayList<>();
        ranges.add(store.allocate("order", AMOUNT, 0));

        near.answersWith(fault);
        ranges.add(store.allocate("order", AMOUNT, 0));
        near.answersWith(Fault.NONE);
        time.advance(BACK_OFF);
        ranges.add(store.allocate("order", AMOUNT, 0));

        assertThat(ranges).extracting(AllocatedSegment::first).containsExactly(1L, 21L, 31L);
        assertThat(ranges).extracting(AllocatedSegment::size).containsOnly((long) AMOUNT);
        assertThat(far.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void withoutAnotherInstanceTheCallFailsAndSaysWhatEachHasAnswered(Fault fault) {
        RemoteSegmentStore store = store(Duration.ofSeconds(10), near.in("east"));
        near.answersWith(fault);

        assertThatExceptionOfType(IdServiceException.class)
                .isThrownBy(() -> store.allocate("order", AMOUNT, 0))
                .withMessageStartingWith("no instance of the id service has answered: http://localhost:")
                .withMessageContaining(" (zone east): ")
                .satisfies(ex -> assertThat(ex.getSuppressed()).hasSize(1));
        assertThat(near.requests()).as("a request is sent once").isEqualTo(1);
    }

    @Test
    void instanceThatHasFailedIsAskedAgainAtOnceIfThereIsNoOther() {
        RemoteSegmentStore store = store(Duration.ofHours(1), near.in("east"));
        near.answersWith(Fault.STATUS_500);
        assertThatExceptionOfType(IdServiceException.class).isThrownBy(() -> store.allocate("order", AMOUNT, 0));
        near.answersWith(Fault.NONE);

        assertThat(store.allocate("order", AMOUNT, 0).first()).isEqualTo(11);
    }

    @Test
    void instanceThatHasFailedRestsWhileAnotherAnswers() {
        RemoteSegmentStore store = store(Duration.ofHours(1), near.in("east"), far.in("west"));
        near.answersWith(Fault.STATUS_500);

        for (int i = 0; i < 5; i++) {
            store.allocate("order", AMOUNT, 0);
        }

        assertThat(near.requests()).isEqualTo(1);
        assertThat(far.requests()).isEqualTo(5);
    }

    @Test
    void attemptsEndWithTheBudget() {
        InstanceCalls calls = InstanceCalls.of(
                InstanceSource.of(List.of(near.in(""), far.in(""))), null, Duration.ofSeconds(10), Duration.ofNanos(1));
        RemoteSegmentStore store = RemoteSegmentStore.of("ids", calls, RestClient.create(), RestClient.create());
        near.answersWith(Fault.STATUS_500);
        far.answersWith(Fault.STATUS_500);

        assertThatExceptionOfType(IdServiceException.class).isThrownBy(() -> store.allocate("order", AMOUNT, 0));
        assertThat(near.requests() + far.requests()).isEqualTo(1);
    }
}
