package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.notes.TagNotes;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.BackOff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A row that is set back between two runs: the next one knows from the file what the last one has handed out. */
@Timeout(300)
class SegmentNotesTest {

    private final InMemorySegmentStore store = new InMemorySegmentStore().put("order", 1, 100);

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameFileAndStore() {
        file = directory.resolve("state").resolve("segment-tags.txt");
        store.identity("memory");
    }

    @Test
    void rowSetBackBetweenTwoRunsIsRefusedAndNotMovedUp() {
        runAndHandOut(250);
        store.put("order", 250, 100);
        ManualGenerator next = run();

        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> next.nextId("order"))
                    .withMessage(
                            ("the row of tag 'order' was rewound: it offers ids from 250, but ids up to 250 were handed"
                                            + " out by earlier runs, as noted in %s; set max_id above every id ever issued or reserved on any node,"
                                            + " then ids flow again; if the table began anew on purpose, stop all processes that use"
                                            + " this file, delete it and start them again")
                                    .formatted(file));
            next.time.advance(Duration.ofSeconds(5));
        }
        assertThat(store.maxId("order")).as("nothing was allocated to find out").isEqualTo(250);
        assertThat(next.events(LeafEvent.SegmentRefused.class)).singleElement().satisfies(event -> {
            assertThat(event.tag()).isEqualTo("order");
            assertThat(event.first()).isEqualTo(250);
            assertThat(event.highestEnd()).isEqualTo(251);
        });
    }

    @Test
    void rowOfATagInGlobalOrderThatWasSetBackIsReportedBeforeItsFirstCall() {
        runAndHandOut(250);
        store.put("order", 250, 100);
        ManualGenerator next =
                new ManualGenerator(store).recentTags(file).with(settings -> settings.globalOrder("order"));
        next.start();

        assertThat(next.events(LeafEvent.SegmentRefused.class)).singleElement().satisfies(event -> {
            assertThat(event.tag()).isEqualTo("order");
            assertThat(event.first()).isEqualTo(250);
        });
        assertRefused(next);
    }

    @Test
    void idsFlowOnceTheRowIsCorrected() {
        runAndHandOut(250);
        store.put("order", 1, 100);
        ManualGenerator next = run();
        assertRefused(next);
        store.put("order", 251, 100);
        next.time.advance(BackOff.LONGEST);

        assertThat(next.nextId("order")).isEqualTo(251);
    }

    @Test
    void ordinaryRestartGoesOnWhereTheLastRunEnded() {
        for (int i = 0; i < 10; i++) {
            try (ManualGenerator leaf = run()) {
                assertThat(leaf.nextIds("order", 70)).startsWith(1 + 70L * i);
                assertThat(leaf.events(LeafEvent.SegmentRefused.class))
                        .as("the row stands where the last run ended")
                        .isEmpty();
            }
        }
    }

    @Test
    void crashLosesWhatWasHandedOutInTheLastSeconds() {
        ManualGenerator crashed = run();
        crashed.nextIds("order", 120);
        crashed.time.advance(TagNotes.INTERVAL);
        crashed.nextIds("order", 60);
        store.put("order", 150, 100);

        assertThat(run().nextId("order"))
                .as("ids up to 120 are noted, 121 to 180 are not")
                .isEqualTo(150);
        store.put("order", 120, 100);
        assertRefused(run());
    }

    @Test
    void nothingIsNotedOfWhatIsOnlyReservedSoThatAGiveBackIsNoRewind() {
        ManualGenerator first = run();
        first.nextIds("order", 30); // [1, 101) and [101, 201) are reserved
        first.time.advance(TagNotes.INTERVAL);
        ManualGenerator second = new ManualGenerator(store).recentTags(file);
        second.time.advance(TagNotes.RECENT.multipliedBy(2)); // so that it preloads nothing
        second.start(); // of the same directory while the first runs, as in a rolling restart
        first.close(); // gives [31, 201) back

        assertThat(second.nextId("order")).isEqualTo(31);
        second.close();
        assertThat(run().nextId("order")).isEqualTo(32);
    }

    @Test
    void processesThatShareTheFileKeepTheHighestEndOfAll() {
        ManualGenerator first = run();
        ManualGenerator second = run();
        first.nextIds("order", 50);
        second.nextIds("order", 50);
        second.close();
        first.close();
        store.put("order", 140, 100);

        assertRefused(run());
    }

    @Test
    void fileOfAnotherStoreRefusesNothing() {
        runAndHandOut(250);
        store.put("order", 1, 100);
        store.identity("another table");

        assertThat(run().nextId("order")).isEqualTo(1);
    }

    @Test
    void storeThatBeginsAnewWithEachProcessIsNotRefused() {
        store.identity("");
        runAndHandOut(250);
        store.put("order", 1, 100);

        assertThat(run().nextId("order")).isEqualTo(1);
    }

    @Test
    void operatorLiftsTheGuardByDeletingTheFile() throws IOException {
        runAndHandOut(250);
        store.put("order", 1, 100);
        try (ManualGenerator refused = run()) {
            assertRefused(refused);
        }
        Files.delete(file);

        assertThat(run().nextId("order")).isEqualTo(1);
    }

    @Test
    void refusedRunKeepsWhatIsNoted() {
        runAndHandOut(250);
        store.put("order", 1, 100);
        for (int i = 0; i < 3; i++) {
            try (ManualGenerator refused = run()) {
                assertRefused(refused);
                refused.time.advance(Duration.ofMinutes(5));
            }
        }
        assertRefused(run());
    }

    @Test
    void damagedFileIsNotBelieved() throws IOException {
        runAndHandOut(250);
        Files.writeString(file, Files.readString(file).replace("251", "252"));
        store.put("order", 1, 100);
        assertThat(run().nextId("order")).isEqualTo(1);
    }

    @Test
    void fileIsForThisUserOnly() throws IOException {
        runAndHandOut(1);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void readOnlyDirectoryIsWarnedOfOnceAndIdsFlow() throws IOException {
        Files.writeString(file.getParent(), "a file in the directory's place");
        try (LogCapture log = LogCapture.of("io.leafid.segment.notes.RecentTags")) {
            ManualGenerator leaf = run();
            for (int i = 0; i < 100; i++) {
                leaf.nextId("order");
                leaf.time.advance(TagNotes.INTERVAL);
            }
            leaf.close();

            assertThat(log.events())
                    .singleElement()
                    .satisfies(event ->
                            assertThat(event.getFormattedMessage()).contains(file.toString(), "may not be recognised"));
        }
    }

    @Test
    void rowDeletedAndCreatedAnewIsRefused() {
        runAndHandOut(250);
        store.remove("order");
        ManualGenerator next = run();
        store.put("order", 1, 100);

        assertRefused(next);
    }

    @Test
    void nothingIsWrittenWhileNothingIsHandedOut() throws IOException {
        ManualGenerator leaf = run();
        leaf.nextId("order");
        leaf.time.advance(TagNotes.INTERVAL);
        Files.delete(file);
        leaf.time.advance(Duration.ofMinutes(10));
        assertThat(file).doesNotExist();
        leaf.nextId("order");
        leaf.time.advance(TagNotes.INTERVAL);

        assertThat(file).exists();
    }

    private void runAndHandOut(int ids) {
        try (ManualGenerator leaf = run()) {
            leaf.nextIds("order", ids);
        }
    }

    private ManualGenerator run() {
        return new ManualGenerator(store).recentTags(file).start();
    }

    private static void assertRefused(ManualGenerator leaf) {
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("was rewound");
    }
}
