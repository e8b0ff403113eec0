package io.leafid.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.benchmarks.raw.UnavailableException;
import org.junit.jupiter.api.Test;

class ProgramsTest {

    @Test
    void missingProgramIsNamedWithItsPackage() {
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> Programs.require("no-such-program", "no-such-package"))
                .withMessage("there is no no-such-program (apt-get install no-such-package)");
    }

    @Test
    void programOnThePathIsFound() {
        assertThatCode(() -> Programs.require("sh", "dash")).doesNotThrowAnyException();
    }
}
