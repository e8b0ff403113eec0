package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.RateExceededException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.segment.status.SegmentTagStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits and switches of single tags, before and while ids are issued. */
@Timeout(300)
class SegmentLimitTest {

    private static final TagLimit OFF = new TagLimit(false, null);

    private final ManualGenerator leaf = new ManualGenerator()
            .row("order", 1, 1000)
            .row("other", 1, 1000)
            .row("global", 1, 1000)
            .with(settings -> settings.globalOrder("global"));

    @Test
    void limitThatIsSetBeforeTheTagIsKnownHolds() {
        leaf.generator().limit("order", new TagLimit(true, 10L));
        leaf.generator().limit("other", OFF);
        leaf.start();

        assertThat(leaf.nextIds("order", 10)).hasSize(10);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(() -> leaf.nextId("order"));
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> leaf.nextId("other"));
        assertThatExceptionOfType(TagDisabledException.class)
                .isThrownBy(() -> leaf.generator().nextIdsOfExisting("other", 5));
        leaf.time.advance(Duration.ofSeconds(1));
        assertThat(leaf.nextIds("order", 10)).hasSize(10);
    }

    /** Checked before it is paid for: else a negative count gives a rate back, and a large one uses it up for nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"order", "global"})
    void countThatIsNoneNeitherRefillsNorUsesUpTheRate(String tag) {
        long rate = IdGenerator.MAX_BATCH + 1;
        leaf.generator().limit(tag, new TagLimit(true, rate));
        leaf.start();
        IdSequence sequence = leaf.generator().sequence(tag);

        assertThatIllegalArgumentException().isThrownBy(() -> leaf.nextIds(tag, (int) rate));
        assertThat(leaf.nextIds(tag, (int) rate - 1)).hasSize((int) rate - 1);
        assertThat(leaf.nextIds(tag, 1)).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> leaf.nextIds(tag, -1_000_000));
        assertThatIllegalArgumentException().isThrownBy(() -> sequence.next(0));
        assertThatIllegalArgumentException().isThrownBy(() -> sequence.next(-1_000_000));
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(() -> leaf.nextId(tag));
    }

    /** The place of a tag that is not looked for in the index any more has none that could be found. */
    @Test
    void emptyTagIsRefusedAsOneWhateverWasLimited() {
        leaf.start();
        for (int i = 0; i < 1_000; i++) {
            leaf.row("t" + i, 1, 10);
            leaf.nextId("t" + i);
            leaf.generator().limit("t" + i, OFF);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> leaf.nextId(""))
                    .withMessage("tag must not be empty");
        }
    }

    @Test
    void sequenceThatWasObtainedBeforeObeysTooAndItsIdsGoOnGrowing() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("order");
        long before = sequence.next();
        leaf.generator().limit("order", OFF);

        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(sequence::next);
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> sequence.next(7));
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> leaf.nextId("order"));

        leaf.generator().limit("order", TagLimit.NONE);
        long after = sequence.next();
        assertThat(after).isGreaterThan(before);
        assertThat(leaf.nextId("order")).isGreaterThan(after);
        assertThat(sequence.next(3)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void tagInGlobalOrderObeysToo() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("global");
        long before = sequence.next();
        leaf.generator().limit("global", new TagLimit(true, 5L));

        assertThat(sequence.next(5)).hasSize(5).isSorted().startsWith(before + 1);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(sequence::next);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(() -> leaf.nextId("global"));
    }

    @Test
    void tagStaysKnownWhenItsFirstLimitComes() {
        leaf.start();
        leaf.nextId("order");
        leaf.generator().limit("order", new TagLimit(true, 10L));
        leaf.hooks.beforeFind(tag -> fail("it is looked up"));

        assertThat(leaf.generator().status("order")).isPresent();
        assertThat(leaf.nextIds("order", 5)).hasSize(5);
    }

    @Test
    void limitOfATagThatAStoppedGeneratorHasNotSeenHoldsAfterTheStart() {
        leaf.start();
        leaf.generator().stop();
        leaf.generator().limit("fresh", OFF);
        leaf.store.put("fresh", 1, 10);
        leaf.start();

        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> leaf.nextId("fresh"));
    }

    @Test
    void otherTagsKeepTheirWay() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("other");
        leaf.generator().limit("order", OFF);
        leaf.generator().limit("other", TagLimit.NONE);

        assertThat(leaf.generator().sequence("other")).isSameAs(sequence);
        assertThat(leaf.nextIds("other", 5_000)).hasSize(5_000);
    }

    @Test
    void countsGoOnWhenALimitComes() {
        leaf.start();
        leaf.nextIds("order", 20);
        SegmentTagStatus before = leaf.status("order");
        leaf.generator().limit("order", new TagLimit(true, 1_000L));
        leaf.nextIds("order", 5);

        SegmentTagStatus after = leaf.status("order");
        assertThat(after.traffic().issued()).isEqualTo(25);
        assertThat(after.allocations().totals().successes())
                .isGreaterThan(before.allocations().totals().successes());
        assertThat(leaf.generator().totals(tag -> true).issued()).isEqualTo(25);
    }

    /** Callers on four threads, while the limit comes and goes. */
    @Test
    void noIdComesTwiceWhileALimitIsSetUnderLoad() throws Exception {
        leaf.with(settings -> settings.waitTimeout(Duration.ofMinutes(2))).start();
        IdSequence held = leaf.generator().sequence("order");
        AtomicBoolean ended = new AtomicBoolean();
        Set<Long> ids = ConcurrentHashMap.newKeySet();
        Set<Long> twice = ConcurrentHashMap.newKeySet();
        Thread[] callers = new Thread[4];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = new Thread(() -> {
                while (!ended.get()) {
                    long id = held.next();
                    if (!ids.add(id)) {
                        twice.add(id);
                    }
                }
            });
            callers[i].start();
        }
        leaf.generator().limit("order", new TagLimit(true, TagLimit.MOST));
        int seen = ids.size();
        await().until(() -> ids.size() > seen + 5_000);
        ended.set(true);
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(twice).isEmpty();
        assertThat(new HashSet<>(ids)).hasSizeGreaterThan(5_000);
    }

    @Test
    void limitOutlivesAStopAndStart() {
        leaf.generator().limit("order", OFF);
        leaf.start();
        leaf.generator().stop();
        leaf.generator().start();

        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> leaf.nextId("order"));
        leaf.generator().limit("order", TagLimit.NONE);
        assertThat(leaf.nextId("order")).isPositive();
    }

    @Test
    void firstLimitOfAStoppedGeneratorLetsNothingPassAndTheNextStartDoes() {
        leaf.start();
        leaf.nextId("order");
        leaf.generator().stop();
        leaf.generator().limit("order", new TagLimit(true, 10L));

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("is stopped");
        leaf.generator().start();
        assertThat(leaf.nextId("order")).isPositive();
    }

    /** The stop retires the buffer that it finds, the limit puts another one in its place: wherever the stop comes, that one issues nothing. */
    @Test
    void stopInTheMidstOfAFirstLimitLeavesNothingThatIssues() {
        int reading = 0;
        boolean wasStopped;
        do {
            ManualGenerator each = new ManualGenerator().row("order", 1, 1000);
            each.start().nextId("order");
            wasStopped = each.atReading(
                    ++reading,
                    () -> each.generator().stop(),
                    () -> each.generator().limit("order", new TagLimit(true, 10L)));
            each.generator().stop();

            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> each.nextId("order"))
                    .withMessageContaining("is stopped");
        } while (wasStopped);
        assertThat(reading).as("readings of a clock").isGreaterThan(2);
    }

    @Test
    void firstLimitOfATagThatIsGoneLeavesItUnknown() {
        leaf.start();
        leaf.nextId("order");
        leaf.store.remove("order");
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));
        leaf.generator().limit("order", new TagLimit(true, 10L));

        assertThat(leaf.generator().status("order")).isEmpty();
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId("order"));
    }

    @Test
    void rowThatIsSetBackIsRefusedAlsoAfterAFirstLimitAndARestart() {
        leaf.start();
        leaf.nextIds("order", 20);
        leaf.generator().limit("order", new TagLimit(true, 10L));
        leaf.generator().stop();
        leaf.row("order", 1, 1000);
        leaf.generator().start();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("was rewound");
    }
}
