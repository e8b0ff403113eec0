package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is believed of the names that a system gives itself, and how it is shown. */
class WritingProcessTest {

    @Test
    void nameIsShortAndOfLettersDigitsAndDashes() {
        for (String name : new String[] {"", "0", "z", "b1-c2", "A".repeat(64)}) {
            assertThat(WritingProcess.isName(name)).as(name).isTrue();
        }
        for (String text : new String[] {"a b", "a\nb", "a=b", "é", "\u0080", "A".repeat(65)}) {
            assertThat(WritingProcess.isName(text)).as(text).isFalse();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void systemNamesTheSetOfItsProcesses() {
        assertThat(WritingProcess.current().pidNamespace()).startsWith("pid:[");
    }

    @Test
    void whatIsUnknownIsShownAsThat() {
        assertThat(new WritingProcess("m1", "", "", 7)).hasToString("process 7, machine m1, boot unknown");
    }
}
