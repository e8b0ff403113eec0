package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.UnknownTagException;
import io.leafid.testing.CapturedLog;
import org.junit.jupiter.api.Test;

/** A tag comes from a caller, and may try to write lines of its own to the log. */
class TagInLogTest {

    private static final String TAG = "a\u2028b\u202ec";
    private static final String WRITTEN_OUT = "a\\u2028b\\u202ec";

    @Test
    void separatorsAndMarksOfDirectionAreWrittenOut() {
        try (CapturedLog log = new CapturedLog("io.leafid.segment");
                ManualGenerator leaf = new ManualGenerator().with(settings -> settings.autoCreate(10, 1))) {
            leaf.start();
            assertThat(leaf.nextId(TAG)).isEqualTo(1);

            assertThat(log.messages()).anyMatch(line -> line.contains("tag '" + WRITTEN_OUT + "' created"));
            assertThat(log.messages()).noneMatch(line -> line.contains(TAG));
        }
    }

    @Test
    void messageOfAnExceptionHasThemWrittenOutToo() {
        try (ManualGenerator leaf = new ManualGenerator()) {
            leaf.start();

            assertThatExceptionOfType(UnknownTagException.class)
                    .isThrownBy(() -> leaf.nextId(TAG))
                    .withMessageContaining(WRITTEN_OUT)
                    .satisfies(unknown -> assertThat(unknown.tag()).isEqualTo(TAG));
        }
    }
}
