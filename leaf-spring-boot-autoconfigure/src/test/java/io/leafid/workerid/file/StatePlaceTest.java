package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StatePlaceTest {

    @Test
    void formerDirectoryIsTheOriginals() {
        assertThat(StatePlace.formerDirectory("orders", 8080))
                .isEqualTo(Path.of(System.getProperty("java.io.tmpdir"), "orders", "leafconf", "8080"));
    }
}
