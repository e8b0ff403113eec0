package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.file.StateHome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatePlaceTest {

    @TempDir
    private Path root;

    private StateHome home(String userHome) {
        Map<String, String> properties =
                Map.of("os.name", "Linux", "user.home", userHome, "java.io.tmpdir", root.toString());
        return new StateHome(Map.of(), properties, existing -> "ext4");
    }

    @Test
    void placeByDefaultLastsIfTheUserHasAHome() {
        Path leaf = root.resolve(".local/state/leaf");
        StatePlace place = StatePlace.byDefault(home(root.toString()), "orders", 8080);

        assertThat(place.kind()).isEqualTo(StatePlace.Kind.LASTING);
        assertThat(place.directory()).isEqualTo(leaf.resolve("orders/8080"));
        assertThat(place.former()).isEqualTo(StatePlace.formerDirectory("orders", 8080));
        assertThat(place.beside()).isEqualTo(leaf.resolve(".leaf-locks"));
        assertThat(place.machine()).first().isEqualTo(leaf.resolve(".leaf-locks"));
    }

    @Test
    void placeByDefaultIsTheOriginalsIfThereIsNoHome() {
        StatePlace place = StatePlace.byDefault(home("/nonexistent"), "orders", 8080);

        assertThat(place.kind()).isEqualTo(StatePlace.Kind.TEMPORARY);
        assertThat(place.directory()).isEqualTo(StatePlace.formerDirectory("orders", 8080));
        assertThat(place.former()).isNull();
        assertThat(place.beside()).isNull();
        assertThat(place.machine())
                .singleElement()
                .satisfies(path -> assertThat(path).endsWithRaw(Path.of(".leaf-locks")));
    }

    @Test
    void formerDirectoryIsTheOriginals() {
        assertThat(StatePlace.formerDirectory("orders", 8080))
                .isEqualTo(Path.of(System.getProperty("java.io.tmpdir"), "orders", "leafconf", "8080"));
    }
}
