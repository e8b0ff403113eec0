package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is known of the rows of one database that are read at the same time in two ways. */
class MemberTest extends InterleavedScene {

    private final AtomicReference<Runnable> beforeAnswer = new AtomicReference<>(() -> {});
    private final LiftingStore database = new LiftingStore() {

        @Override
        public List<TagRow> findAll() {
            List<TagRow> answer = super.findAll();
            beforeAnswer.getAndSet(() -> {}).run();
            return answer;
        }
    };
    private final Member member = new Member(
            database("a", 0, database),
            SLOTS,
            new InterleavedSettings(LOAD_TIMEOUT, events::add, Runnable::run, time, () -> 0.5));

    /** A look-up that makes a row would else find none, and its tag would be unknown for seconds. */
    @Test
    void rowThatIsReadWhileAllAreReadStays() {
        database.with("order", 0, 10);
        beforeAnswer.set(() -> {
            database.with("order", 20, 10).with("user", 7, 5);
            member.read("order");
            member.read("user");
        });
        member.readAll();

        assertThat(member.rows())
                .isEqualTo(Map.of("order", new TagRow("order", 20, 10), "user", new TagRow("user", 7, 5)));

        database.memory.remove("user");
        member.readAll();
        assertThat(member.rows()).as("read again").containsOnlyKeys("order");
    }

    @Test
    void readingThatFailedLeavesTheRowsAsTheyWere() {
        database.with("order", 0, 10);
        member.readAll();
        beforeAnswer.set(() -> {
            throw new IllegalStateException("no answer");
        });
        assertThatIllegalStateException().isThrownBy(member::readAll);
        assertThat(member.rows()).containsOnlyKeys("order");

        database.memory.remove("order");
        member.read("order");
        assertThat(member.rows()).isEmpty();
    }

    /** There may be no memory for the words. Without another trial the database would be left out for ever. */
    @Test
    void failureThatCannotBePutIntoWordsEndsItsTrial() {
        assertThatIllegalStateException().isThrownBy(() -> fail(new IllegalStateException("no answer")));
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> fail(new IllegalStateException() {

                    @Override
                    public String getMessage() {
                        throw new OutOfMemoryError("test");
                    }
                }));

        assertThat(member.health().begin(false, true)).isNotNull();
    }

    private void fail(RuntimeException failure) {
        MemberHealth.Call call = Objects.requireNonNull(member.health().begin(false, true));
        var unused = member.run(call, () -> {
            throw failure;
        });
    }
}
