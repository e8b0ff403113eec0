package io.leafid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.CapturedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks of which the build's machine has none: mounted volumes, and those that map owners or keep no permissions. */
class DirectoryRulesTest {

    private static final int ROOT = 0;
    private static final int STRANGER = 12_345;
    private static final int MOST = 100;

    private final PowerLossDisk disk = new PowerLossDisk();
    private final Map<String, Map<String, Object>> owners = new HashMap<>();
    private Map<String, Object> ofTheOthers = owner(ROOT, 0755, 1);

    @TempDir
    private Path temporary;

    @BeforeEach
    void giveOwners() {
        disk.owners(name -> owners.getOrDefault(name, ofTheOthers));
    }

    private static Map<String, Object> owner(int uid, int mode, long device) {
        return Map.of("uid", uid, "mode", mode, "dev", device, "ino", 4711L, "nlink", 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private StateDirectory make(String path) throws IOException {
        return StateDirectory.make(disk.path(path));
    }

    private void assertRefused(String path) {
        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> make(path))
                .withMessageContaining("may be written to by every user (mode 0777)");
    }

    /** An emptyDir of Kubernetes has the mode 0777; only the containers of its pod reach it. */
    @Test
    void volumeOfRootIsBelievedThoughEveryUserMayWriteToIt() throws IOException {
        owners.put("/volume", owner(ROOT, 0777, 2));

        assertThat(make("/volume").path()).hasToString("/volume");
        assertThat(make("/volume/8080").path()).hasToString("/volume/8080");
    }

    @Test
    void directoryOfTheSameDiskIsNoVolumeAndTheRootOfADiskIsNone() {
        owners.put("/open", owner(ROOT, 0777, 1));
        assertRefused("/open");
        assertRefused("/open/8080");

        owners.put("/", owner(ROOT, 0777, 1));
        assertRefused("/");
    }

    @Test
    void volumeOfAnotherUserIsRefused() {
        owners.put("/volume", owner(STRANGER, 0777, 2));

        assertRefused("/volume/8080");
        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> make("/volume"))
                .withMessageStartingWith("/volume belongs to uid 12345");
    }

    @Test
    void ownerThatTheDiskGivesToEachNewFileIsThisProcess() throws IOException {
        ofTheOthers = owner(STRANGER, 0700, 1);
        StateDirectory made = make("/mapped");
        made.replace("mark", bytes("x"));

        assertThat(made.read("mark", MOST)).map(FoundFile::text).contains("x");

        disk.full(true); // so that there is no new file to compare with
        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> make("/mapped"))
                .withMessageStartingWith("/mapped belongs to uid 12345");
    }

    @Test
    void diskThatKeepsNoPermissionsIsBelievedWithAWarning() throws IOException {
        ofTheOthers = owner(ROOT, 0777, 1);
        try (CapturedLog log = new CapturedLog("io.leafid.file")) {
            StateDirectory made = make("/plain/8080");
            made.replace("mark", bytes("x"));

            assertThat(made.read("mark", MOST)).map(FoundFile::text).contains("x");
            assertThat(log.warnings())
                    .containsExactly("the file system of /plain/8080 keeps no permissions; its mount options decide who"
                            + " may write to it");
        }
    }

    @Test
    void whatIsTriedLeavesNothingBehindAndFailsWhereNothingCanBeMade() throws IOException {
        StateDirectory made = make("/leaf");
        assertThat(made.isWritable()).isTrue();
        disk.full(true);
        assertThat(made.isWritable()).isFalse();

        StateDirectory real = StateDirectory.make(temporary);
        assertThat(real.isWritable()).isTrue();
        assertThat(temporary).isEmptyDirectory();
    }

    /** A link may leave a directory that every user may write to: what it leads to is looked at beside its own neighbours. */
    @Test
    void whatIsLeftBehindOnTheWayIsNotLookedAtAnyMore() throws IOException {
        owners.put("/", owner(ROOT, 01777, 1));
        owners.put("/planted", owner(STRANGER, 0700, 1));

        assertThatExceptionOfType(UnsafeFileException.class)
                .as("in a root directory in which every user may make something")
                .isThrownBy(() -> make("/planted/8080"))
                .withMessageStartingWith("/planted belongs to uid 12345");
        assertThatExceptionOfType(UnsafeFileException.class)
                .as("by way of another one")
                .isThrownBy(() -> make("/own/../planted/8080"))
                .withMessageStartingWith("/planted belongs to uid 12345");
    }

    @Test
    void userOfAProcessIsTheOneOfItsFiles() throws IOException {
        Path status = temporary.resolve("status");
        for (Map.Entry<String, Integer> entry : Map.of(
                        "Name:\tjava\nUid:\t1\t2\t3\t1004\nGid:\t5\t5\t5\t5\n",
                        1004,
                        "Uid:\t1\t2\t3\t4294967294\n",
                        -2,
                        "Uid:\t1\t2\t3\tnone\n",
                        Trust.UNKNOWN,
                        "Name:\tjava\n",
                        Trust.UNKNOWN)
                .entrySet()) {
            Files.writeString(status, entry.getKey());
            assertThat(Trust.uidIn(status)).as(entry.getKey()).isEqualTo(entry.getValue());
        }
        assertThat(Trust.uidIn(temporary.resolve("none"))).isEqualTo(Trust.UNKNOWN);
    }
}
