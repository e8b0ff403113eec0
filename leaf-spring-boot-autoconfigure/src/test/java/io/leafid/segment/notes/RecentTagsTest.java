package io.leafid.segment.notes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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
        recent.write(new RecentTags.Content(
                "memory", Map.of("order", new RecentTags.Note(Map.of("", 251L), 1_000_000))));
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
        assertThat(recent.write(new RecentTags.Content("memory", tags))).isTrue();

        assertThat(recent.read().tags()).hasSize(RecentTags.MAX_TAGS);
        assertThat(recent.read().tags().values()).allMatch(note -> note.usedMillis() >= 1_000_500);
    }

    @Test
    void oversizedFileIsNotRead() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, "order\n".repeat(2_000_000).getBytes(StandardCharsets.UTF_8));

        assertThat(new RecentTags(file).read()).isEqualTo(RecentTags.Content.NONE);
    }
}
