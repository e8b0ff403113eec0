package io.leafid.segment.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.file.NoteFile;
import io.leafid.file.PowerLossDisk;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.buffer.StoreHealth;
import io.leafid.segment.buffer.TagIndex;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of notes by itself. */
class RecentTagsTest {

    @TempDir
    private Path directory;

    private Path file = Path.of("");

    @BeforeEach
    void choosePlace() {
        file = directory.resolve("state").resolve("tags");
    }

    @Test
    void damagedFileIsNotBelieved() throws IOException {
        RecentTags recent = new RecentTags(file);
        recent.add(
                new RecentTags.Content("memory", Map.of("order", new RecentTags.Note(Map.of("", 251L), 1_000_000))),
                TimeSource.system());
        String text = Files.readString(file);
        for (String damaged : new String[] {
            text.replace("251", "252"),
            text.substring(0, text.length() / 2),
            text.replace("crc32 ", "crc32 0"),
            text.lines().findFirst().orElseThrow() + "\n",
            text + "x"
        }) {
            Files.writeString(file, damaged);
            assertThat(recent.read()).isEqualTo(RecentTags.Content.NONE);
        }
    }

    @Test
    void fileIsBoundedToTheTagsUsedLast() {
        Map<String, RecentTags.Note> tags = new HashMap<>();
        for (int i = 0; i < RecentTags.MAX_TAGS + 500; i++) {
            tags.put(
                    "t" + i + "\u20ac".repeat(120), new RecentTags.Note(Map.of("", Long.MAX_VALUE - i), 1_000_000 + i));
        }
        RecentTags recent = new RecentTags(file);
        assertThat(recent.add(new RecentTags.Content("memory", tags), TimeSource.system()))
                .isTrue();

        assertThat(recent.read().tags()).hasSize(RecentTags.MAX_TAGS);
        assertThat(recent.read().tags().values()).allMatch(note -> note.usedMillis() >= 1_000_500);
    }

    @Test
    void oversizedFileIsNotRead() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, "order\n".repeat(2_000_000).getBytes(StandardCharsets.UTF_8));

        assertThat(new RecentTags(file).read()).isEqualTo(RecentTags.Content.NONE);
    }

    @Test
    void tagWithoutAnEndIsNotedWithoutOne() {
        RecentTags recent = new RecentTags(file);
        RecentTags.Content content =
                new RecentTags.Content("memory", Map.of("order", new RecentTags.Note(Map.of(), 1_000_000)));
        recent.add(content, TimeSource.system());

        assertThat(recent.read()).isEqualTo(content);
    }

    /** It is tried every few seconds. */
    @Test
    void placeThatCannotBeReadOrWrittenIsWarnedOfOnceUntilItCan() throws IOException {
        Path inTheWay = Files.writeString(directory.resolve("state"), "no directory");
        RecentTags recent = new RecentTags(file);
        RecentTags.Content content = new RecentTags.Content("memory", Map.of());
        try (CapturedLog log = new CapturedLog("io.leafid.segment.notes")) {
            assertThat(recent.read()).isEqualTo(RecentTags.Content.NONE);
            assertThat(log.warnings()).singleElement().asString().contains("could not be read from");
            assertThat(recent.add(content, TimeSource.system())).isFalse();
            assertThat(log.warnings()).hasSize(1);

            Files.delete(inTheWay);
            assertThat(recent.add(content, TimeSource.system())).isTrue();
            Files.delete(file);
            Files.delete(file.resolveSibling("tags.lock"));
            Files.delete(inTheWay);
            Files.writeString(inTheWay, "no directory again");
            assertThat(recent.add(content, TimeSource.system())).isFalse();
            assertThat(log.warnings()).hasSize(2).last().asString().contains("could not be noted in");
        }
    }

    /** As for want of file handles; the file alone knows what the others have noted. */
    @Test
    void fileThatCannotBeReadThisTimeIsNotReplaced() {
        PowerLossDisk disk = new PowerLossDisk(1, 1_000, Set.of());
        RecentTags recent = new RecentTags(disk.path("/state/tags"));
        RecentTags.Note note = new RecentTags.Note(Map.of("", 251L), 1_000_000);
        recent.add(new RecentTags.Content("memory", Map.of("of another process", note)), TimeSource.system());
        RecentTags.Content own = new RecentTags.Content("memory", Map.of("order", note));
        try (CapturedLog log = new CapturedLog("io.leafid.segment.notes")) {
            disk.unreadable(true);
            assertThat(recent.add(own, TimeSource.system())).isFalse();
            assertThat(log.warnings()).singleElement().asString().contains("could not be noted in");
            disk.unreadable(false);
            assertThat(recent.read().tags()).containsOnlyKeys("of another process");
        }

        assertThat(recent.add(own, TimeSource.system())).isTrue();
        assertThat(recent.read().tags()).containsOnlyKeys("of another process", "order");
    }

    @Test
    void noteOfAnotherRunThatIsJustBeingWrittenIsNotLost() {
        RecentTags recent = new RecentTags(file);
        RecentTags.Note note = new RecentTags.Note(Map.of("", 251L), 1_000_000);
        NoteFile other = new NoteFile(file, "leaf segment tags 2", 1_000);
        Thread adding = new Thread(
                () -> recent.add(new RecentTags.Content("memory", Map.of("order", note)), TimeSource.system()));

        other.alone(TimeSource.system(), () -> {
            adding.start();
            await().until(() -> adding.getState() == Thread.State.TIMED_WAITING || !adding.isAlive());
            write(other, "store memory\n251\t1000000\tother\n");
            return true;
        });
        await().until(() -> !adding.isAlive());

        assertThat(recent.read().tags()).containsOnlyKeys("order", "other");
    }

    private static void write(NoteFile note, String lines) {
        try {
            note.write(lines);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void endsAreBelievedForAsLongAsTheRunLastsAndUsedTagsForADay() {
        ManualTime time = new ManualTime();
        InMemorySegmentStore store = new InMemorySegmentStore();
        store.identity("memory");
        long limit = time.currentTimeMillis() - TagNotes.RECENT.toMillis();
        new RecentTags(file)
                .add(
                        new RecentTags.Content(
                                "memory",
                                Map.of(
                                        "order", new RecentTags.Note(Map.of("", 251L), limit),
                                        "old", new RecentTags.Note(Map.of("", 7L), limit - 1))),
                        TimeSource.system());
        TagNotes notes = new TagNotes(new SegmentContext(
                new TagIndex(),
                store,
                AllocationSettings.DEFAULT,
                () -> 0.5,
                time,
                new SegmentThreads(() -> new SegmentThreads.Pools(time, new ManualExecutor(), new ManualExecutor())),
                new StoreHealth("", time, event -> {}),
                file));

        assertThat(notes.recentTags()).containsExactly("order");
        for (int i = 0; i < 2; i++) {
            assertThat(notes.endOf("order")).isEqualTo(251);
            assertThat(notes.endOf("old")).isEqualTo(7);
            assertThat(notes.endOf("new")).isZero();
        }
    }
}
