package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leafid.Tags;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Whatever is sent, the answer is proper, gives nothing away, and an id comes from the tag that was named or not at all.
 * Properties: {@code leaf.fuzz.seed} sends one random request again, {@code leaf.fuzz.requests} says how many there are, of
 * which {@code .ci/nightly} sends more.
 */
class HttpFuzzIT {

    private static final int REQUESTS = Integer.getInteger("leaf.fuzz.requests", 150);

    /** Whether a browser asks for each target too, or for one of four. */
    private static final boolean isThorough = REQUESTS > 150;

    /** How a stack trace or the name of a class betrays itself. */
    private static final List<String> INSIDES = List.of(
            "Exception", "\tat ", "java.", "jakarta.", "org.apache", "org.springframework", "io.leafid", "URLDecoder");

    /** Fragments that were sent and would do harm in a page. */
    private static final List<String> HARM = List.of("<script>alert", "<img src=x", "\"><img");

    private static final List<String> SERVLETS =
            List.of("/api/segment/get", "/api/snowflake/get", "/api/ids", "/api/snowflake/decode", "/leaf");

    private static final ServedApplication served = new ServedApplication(
            "leaf.segment.auto-create.enabled=true",
            "leaf.web.auto-create=true",
            "leaf.segment.wait-timeout=60s", // a busy machine is no reason for a 503 here
            "leaf.segment.load-timeout=60s",
            FuzzedTargets.UNLOGGED);

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.leafid.segment");
    private static @Nullable Level level;

    /** Requests that were answered with ids; if there were none, nothing was shown about whose they are. */
    private int answeredWithIds;

    @BeforeAll
    static void silence() {
        level = LOGGER.getLevel();
        LOGGER.setLevel(Level.WARN); // a line for each new tag says nothing here
    }

    @AfterAll
    static void close() {
        LOGGER.setLevel(level);
        served.close();
    }

    @AfterEach
    void theEnginesStillIssue() {
        assertThat(served.get("/api/ids/afterwards").status()).isEqualTo(200);
        assertThat(served.get("/api/ids/payment").status()).isEqualTo(200);
        assertThat(served.get("/leaf/state").status()).isEqualTo(200);
    }

    @Test
    void everyTagAtEveryPathIsAnsweredProperly() {
        for (int i = 0; i < FuzzedTargets.PATHS.size(); i++) {
            for (int j = 0; j < FuzzedTargets.TAGS.size(); j++) {
                String target = FuzzedTargets.PATHS.get(i) + FuzzedTargets.TAGS.get(j);
                ask(target, "*/*");
                if (isThorough || (i + j) % 4 == 0) {
                    ask(target, "text/html");
                }
            }
        }
    }

    @Test
    void everyNumberAtEveryPathIsAnsweredProperly() {
        for (String number : FuzzedTargets.NUMBERS) {
            for (String path : FuzzedTargets.PATHS) {
                ask(path + number, "*/*");
            }
            ask("/api/ids/order?count=" + number, "*/*");
            ask("/api/segment/get/order?count=" + number, "*/*");
            ask("/api/ids/payment?count=" + number, "*/*");
            ask("/decodeSnowflakeId?snowflakeId=" + number, "text/html");
        }
    }

    @Test
    void everyQueryAtEveryPathIsAnsweredProperly() {
        for (String path : FuzzedTargets.PATHS) {
            for (String query : FuzzedTargets.QUERIES) {
                ask(path + "?" + query, "text/html");
                ask(path + "order?" + query, "*/*");
            }
        }
    }

    @Test
    void everyRandomTargetIsAnsweredProperly() {
        forSeeds(random -> ask(
                FuzzedTargets.random(random),
                FuzzedTargets.ACCEPTED.get(random.nextInt(FuzzedTargets.ACCEPTED.size()))));
    }

    @Test
    void everyLegalTagIsServedByPathAndByQuery() {
        forSeeds(random -> {
            String tag = FuzzedTargets.legalTag(random);
            String encoded = TargetMeaning.encoded(tag);
            int expected = Tags.isLegal(tag) ? 200 : 400;
            if (!tag.equals(".") && !tag.equals("..")) {
                assertThat(ask("/api/ids/" + encoded, "*/*").status()).as(tag).isEqualTo(expected);
            }
            assertThat(ask("/api/segment/get?tag=" + encoded, "*/*").status())
                    .as(tag)
                    .isEqualTo(expected);
        });
    }

    private void forSeeds(Consumer<Random> action) {
        Long only = Long.getLong("leaf.fuzz.seed");
        long first = (only == null) ? 0 : only;
        long last = (only == null) ? REQUESTS - 1 : only;
        for (long seed = first; seed <= last; seed++) {
            try {
                action.accept(new Random(seed));
            } catch (RuntimeException | AssertionError ex) {
                throw new AssertionError(
                        "seed %d fails; run it again with -Dleaf.fuzz.seed=%d".formatted(seed, seed), ex);
            }
        }
        if (only == null) {
            assertThat(answeredWithIds).isGreaterThan(REQUESTS / 100);
        }
    }

    /** Sends one request and checks all that must hold for its answer. */
    private Answer ask(String target, String accept) {
        long issuedBefore = issuedInAll();
        TargetMeaning meaning = TargetMeaning.of(target);
        long issuedOfTag = (meaning == null) ? 0 : issued(meaning.tag());

        Answer answer = served.send("GET", target, "Accept: " + accept);

        String asked = (target.length() > 300) ? target.substring(0, 300) + "…" : target;
        assertThat(answer.status())
                .as("%s: %s", asked, answer.whole())
                .isBetween(200, isBeyondSpring(target) ? 500 : 499);
        assertThat(answer.whole()).as(asked).doesNotContain(INSIDES);
        assertThat(answer.headers()).as(asked).doesNotContainKey("x-injected");
        String type = Objects.requireNonNullElse(answer.header("Content-Type"), "");
        if (type.startsWith("text/html")) {
            assertThat(answer.body()).as(asked).doesNotContain(HARM);
        }
        long issuedNow = issuedInAll() - issuedBefore;
        if (answer.status() != 200 || meaning == null) {
            assertThat(issuedNow).as("ids used up by " + asked).isZero();
            return answer;
        }
        answeredWithIds++;
        List<String> ids = ids(answer, type);
        assertThat(meaning.tag()).as(asked).isNotNull();
        assertThat(Tags.isLegal(meaning.tag())).as(asked).isTrue();
        boolean isBatch = meaning.servlet().equals("/api/ids") && meaning.count() != null;
        assertThat(ids).as(asked).hasSize(isBatch ? Integer.parseInt(meaning.count()) : 1);
        boolean isSnowflake = meaning.servlet().contains("snowflake")
                || (meaning.servlet().equals("/api/ids") && "payment".equals(meaning.tag()));
        assertThat(issuedNow).as(asked).isEqualTo(isSnowflake ? 0 : ids.size());
        assertThat(issued(meaning.tag()) - issuedOfTag).as(asked).isEqualTo(issuedNow);
        return answer;
    }

    /** Spring's own servlet fails at an escape in a path parameter that it cannot read, before it looks for a handler. */
    private static boolean isBeyondSpring(String target) {
        String path = TargetMeaning.path(target);
        boolean isLeafs = path.equals("/decodeSnowflakeId")
                || SERVLETS.stream().anyMatch(servlet -> (path + "/").startsWith(servlet + "/"));
        boolean isMoved =
                target.contains("..") || target.toLowerCase(Locale.ROOT).contains("%2e");
        return target.contains(";") && target.contains("%") && (!isLeafs || isMoved);
    }

    private static List<String> ids(Answer answer, String type) {
        if (type.equals("text/plain;charset=UTF-8")) {
            assertThat(answer.body()).matches("[1-9][0-9]{0,18}");
            return List.of(answer.body());
        }
        assertThat(type).isEqualTo("application/json");
        if (answer.body().matches("[1-9][0-9]{0,18}")) {
            return List.of(answer.body()); // the original's paths, where JSON is asked for
        }
        List<String> ids = new ArrayList<>();
        for (JsonNode id : OperatedApplication.parse(answer.body())) {
            assertThat(id.isString()).isTrue();
            ids.add(id.asString());
        }
        return ids;
    }

    private static long issuedInAll() {
        return served.application.segment().totals(tag -> true).issued();
    }

    private static long issued(@Nullable String tag) {
        return (tag == null)
                ? 0
                : served.application
                        .segment()
                        .status(tag)
                        .map(status -> status.traffic().issued())
                        .orElse(0L);
    }
}
