package io.leafid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateHomeTest {

    private static final StateHome.Disks LOCAL = existing -> "ext4";

    @TempDir
    private Path root;

    private static StateHome linux(Map<String, String> environment, Object home) {
        Map<String, String> properties = Map.of("os.name", "Linux", "user.home", home.toString());
        return new StateHome(environment, properties, LOCAL);
    }

    @Test
    void homeOfTheUserIsTheDefault() {
        assertThat(linux(Map.of(), root).find()).contains(root.resolve(".local/state/leaf"));
        assertThat(root.resolve(".local/state/leaf")).isDirectory();
    }

    @Test
    void directoryOfTheServiceComesFirstThenThatOfTheEnvironment() throws IOException {
        Path service = Files.createDirectory(root.resolve("service"));
        Map<String, String> both = Map.of("STATE_DIRECTORY", service + ":/other", "XDG_STATE_HOME", root + "/xdg");

        assertThat(linux(both, root).find()).contains(service.resolve("leaf"));
        assertThat(linux(Map.of("XDG_STATE_HOME", root + "/xdg"), root).find()).contains(root.resolve("xdg/leaf"));
        assertThat(linux(Map.of("XDG_STATE_HOME", "not/absolute"), root).find())
                .contains(root.resolve(".local/state/leaf"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "?", "/nonexistent", "/var/empty", "relative", "/no/such/home"})
    void homeThatIsNoneIsPassedOver(String home) {
        assertThat(linux(Map.of(), home).find()).isEmpty();
        assertThat(Path.of("/.local")).doesNotExist();
    }

    @Test
    void homeOfAnotherKindOfSystem() {
        Map<String, String> mac = Map.of("os.name", "Mac OS X", "user.home", root.toString());
        Map<String, String> windows = Map.of("os.name", "Windows 11", "user.home", root.toString());

        assertThat(new StateHome(Map.of(), mac, LOCAL).find())
                .contains(root.resolve("Library/Application Support/leaf"));
        assertThat(new StateHome(Map.of("LOCALAPPDATA", root + "/Local"), windows, LOCAL).find())
                .contains(root.resolve("Local/leaf"));
        assertThat(new StateHome(Map.of(), windows, LOCAL).find()).contains(root.resolve("AppData/Local/leaf"));
    }

    @Test
    void homeThatIsAFileOrBelongsToAnotherUserIsPassedOver() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");
        Path xdg = root.resolve("xdg");
        Files.createDirectories(xdg.resolve("leaf"));
        boolean isRoot = (int) Files.getAttribute(file, "unix:uid") == 0;
        assumeTrue(isRoot, "only root can give a file to another user");
        Files.setAttribute(xdg.resolve("leaf"), "unix:uid", 12_345);

        assertThat(linux(Map.of("STATE_DIRECTORY", file.toString(), "XDG_STATE_HOME", xdg.toString()), root)
                        .find())
                .contains(root.resolve(".local/state/leaf"));
    }

    @Test
    void placesOfTheMachineDoNotDependOnTheEnvironment() {
        Map<String, String> environment = Map.of("STATE_DIRECTORY", "/a", "XDG_STATE_HOME", "/b");

        assertThat(linux(environment, root).ofTheMachine())
                .isEqualTo(linux(Map.of(), root).ofTheMachine())
                .startsWith(root.resolve(".local/state/leaf"))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("/tmp/leaf-");
        assertThat(linux(environment, "?").ofTheMachine()).hasSize(1);
    }

    @Test
    void testsMayNameAnotherLastPlace() {
        Map<String, String> properties = Map.of("os.name", "Linux", StateHome.TEMPORARY, root.toString());

        assertThat(new StateHome(Map.of(), properties, LOCAL).ofTheMachine())
                .singleElement()
                .satisfies(last -> assertThat(last).hasParentRaw(root));
    }

    /** What every machine of a network finds there is not about this one. */
    @Test
    void placeOnTheNetworkOrOfAnUnknownKindIsPassedOver() throws IOException {
        Path home = Files.createDirectory(root.resolve("home"));
        Path xdg = root.resolve("xdg");
        Map<String, String> environment = Map.of("XDG_STATE_HOME", xdg.toString());
        Map<String, String> properties = Map.of("os.name", "Linux", "user.home", home.toString());

        StateHome.Disks shared = existing -> existing.startsWith(home) ? "NFS4" : "ext4";
        assertThat(new StateHome(environment, properties, shared).candidates()).containsExactly(xdg.resolve("leaf"));
        assertThat(new StateHome(Map.of(), properties, shared).ofTheMachine()).hasSize(1);

        StateHome.Disks unknown = existing -> {
            if (existing.startsWith(home)) {
                return "ext4";
            }
            assertThat(existing).as("the nearest that exists").isEqualTo(root);
            throw new IOException("not mounted any more");
        };
        assertThat(new StateHome(environment, properties, unknown).candidates())
                .containsExactly(home.resolve(".local/state/leaf"));
    }

    @Test
    void thisProcessHasOne() {
        assertThat(StateHome.ofThisProcess().ofTheMachine()).isNotEmpty();
    }
}
