package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.UnknownTagException;
import io.leafid.segment.store.TagRow;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What one instance says, or does not say, and what the others are asked then. */
class SeveralInstancesTest {

    private static final ServiceInstance EAST = new ServiceInstance("http://east", "east");
    private static final ServiceInstance WEST = new ServiceInstance("http://west", "west");

    private final ManualTime time = new ManualTime();
    private final Scripted east = new Scripted();
    private final Scripted west = new Scripted();
    private final List<String> sent = new ArrayList<>();
    private final RemoteSegmentStore store = new RemoteSegmentStore(
            "ids",
            new InstanceCalls(
                    InstanceSource.of(List.of(EAST, WEST)),
                    new InstanceChoice("east", Duration.ofSeconds(10), 0, time),
                    Duration.ofSeconds(5),
                    time),
            new Instances("patient"),
            new Instances("prompt"),
            () -> "t");

    // ---- an unknown tag

    @Test
    void tagThatOneInstanceDoesNotKnowComesFromTheOther() {
        west.tags.add("order");

        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(1);
        assertThat(store.find("order")).isPresent();
    }

    @Test
    void tagThatNoInstanceKnowsIsUnknown() {
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store.allocate("order", 10, 0));
        assertThat(store.find("order")).isEmpty();
        assertThat(sent).as("each is asked").hasSize(4);
    }

    @Test
    void tagThatTheOnlyInstanceThatAnswersDoesNotKnowIsUnknown() {
        west.isAway = true;

        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store.allocate("order", 10, 0));
    }

    @Test
    void tagThatWasListedIsGoneOnlyIfNoInstanceListsIt() {
        east.tags.addAll(List.of("order", "user"));
        west.tags.addAll(List.of("order", "user"));
        assertThat(store.findAll()).extracting(TagRow::tag).containsExactlyInAnyOrder("order", "user");
        assertThat(sent).as("one is enough").hasSize(1);

        east.tags.remove("user");
        assertThat(store.findAll()).extracting(TagRow::tag).containsExactlyInAnyOrder("order", "user");

        west.tags.remove("user");
        assertThat(store.findAll()).extracting(TagRow::tag).containsExactly("order");
        sent.clear();
        store.findAll();
        assertThat(sent).as("what is gone is not missed").hasSize(1);
    }

    @Test
    void listIsThatOfTheOneInstanceThatAnswers() {
        east.tags.addAll(List.of("order", "user"));
        store.findAll();
        east.tags.remove("user");
        west.isAway = true;

        assertThat(store.findAll()).extracting(TagRow::tag).containsExactly("order");
    }

    // ---- how long each is waited for

    @Test
    void instanceIsWaitedForBrieflyWhileAnotherCanBeAsked() {
        east.isAway = true;
        west.tags.add("order");
        store.allocate("order", 10, 0);
        assertThat(sent).containsExactly("prompt POST http://east", "patient POST http://west");

        sent.clear();
        store.allocate("order", 10, 0);
        assertThat(sent)
                .as("the one that failed rests, so that no other one is there")
                .containsExactly("patient POST http://west");

        sent.clear();
        west.isAway = true;
        assertThatThrownBy(() -> store.allocate("order", 10, 0)).isInstanceOf(IdServiceException.class);
        assertThat(sent).containsExactly("patient POST http://west", "patient POST http://east");
    }

    @Test
    void listOfAllTagsMayTakeItsTime() {
        store.findAll();

        assertThat(sent).containsExactly("patient GET http://east");
    }

    // ---- what is given back

    @Test
    void rangeIsGivenBackOnce() {
        east.tags.add("order");
        store.allocate("order", 10, 0);

        assertThat(store.giveBack("order", 5, 11)).isTrue();
        assertThat(store.giveBack("order", 5, 11)).isFalse();
        assertThat(store.giveBack("order", 1, 11)).isFalse();
        assertThat(sent).filteredOn(each -> each.contains("DELETE")).containsExactly("patient DELETE http://east");
    }

    @Test
    void rangeWhoseReturnWasNotAnsweredIsNotGivenBackAgain() {
        east.tags.add("order");
        store.allocate("order", 10, 0);
        east.isAway = true;

        assertThatThrownBy(() -> store.giveBack("order", 5, 11)).isInstanceOf(InstanceException.class);
        east.isAway = false;
        assertThat(store.giveBack("order", 5, 11)).isFalse();
        assertThat(sent).filteredOn(each -> each.contains("DELETE")).hasSize(1);
    }

    @Test
    void rangeBeforeTheLastOneIsNotGivenBack() {
        east.tags.add("order");
        store.allocate("order", 10, 0);
        store.allocate("order", 10, 0);

        assertThat(store.giveBack("order", 1, 11)).isFalse();
        assertThat(store.giveBack("order", 11, 21)).isTrue();
    }

    private static final class Scripted {

        private final Set<String> tags = new HashSet<>();
        private boolean isAway;
        private long next = 1;

        private String reply(ServiceRequest request) {
            if (!request.target().contains("?")) {
                return Arrays.toString(
                        tags.stream().map(tag -> "{%s}".formatted(row(tag))).toArray());
            }
            String tag = request.target().replaceAll(".*[?]tag=|&.*", "");
            if (!tags.contains(tag)) {
                return "{\"type\":\"urn:leaf:unknown-tag\",\"tag\":\"%s\"}".formatted(tag);
            }
            if (!request.method().equals("POST")) {
                return "{%s,\"returned\":true}".formatted(row(tag));
            }
            long first = next;
            next += 10;
            return "{%s,\"token\":\"t\",\"first\":\"%d\",\"end\":\"%d\"}".formatted(row(tag), first, next);
        }

        private static String row(String tag) {
            return "\"tag\":\"%s\",\"maxId\":\"1\",\"step\":10".formatted(tag);
        }
    }

    private final class Instances implements ServiceExchange {

        private final String patience;

        private Instances(String patience) {
            this.patience = patience;
        }

        @Override
        public ServiceReply send(ServiceInstance instance, ServiceRequest request) {
            sent.add(patience + " " + request.method() + " " + instance.url());
            Scripted asked = instance.equals(EAST) ? east : west;
            if (asked.isAway) {
                throw new InstanceException("away");
            }
            String body = asked.reply(request);
            return new ServiceReply(body.contains("urn:") ? 404 : 200, body);
        }
    }
}
