package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentHistory;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share one file of SQLite, and one that is killed. */
class SqliteProcessesIT {

    private static final String TAG = "order";
    private static final int ALLOCATIONS = 100;

    @TempDir
    private Path directory;

    /** Allocates in turn and prints each first id when its range is known to be committed. */
    static final class Node {

        private Node() {}

        /** Begins. */
        public static void main(String[] args) throws IOException {
            TestDatabase database = new TestDatabase(args[0], "", "", SqlDialect.SQLITE);
            EventFile events =
                    EventFile.of(TAG, String.valueOf(ProcessHandle.current().pid()));
            events.add(SegmentEvent.of(SegmentEvent.Kind.STARTS, ""));
            SegmentStore store = events.traced(new JdbcSegmentStore(
                    database.unpooled(), database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, Duration.ofSeconds(30)));
            int count = Integer.parseInt(args[1]);
            long floor = 0;
            for (int i = 0; i < count; i++) {
                AllocatedSegment segment = store.allocate(TAG, 10, floor);
                floor = segment.end();
                events.add(SegmentEvent.of(SegmentEvent.Kind.USED, "", TAG, segment.first(), segment.end(), -1));
                System.out.println("range " + segment.first() + " committed");
            }
        }
    }

    @Test
    void twoProcessesOnOneFileGetRangesThatNeverOverlap() throws Exception {
        TestDatabase database = database();
        Process first = start(database, ALLOCATIONS);
        Process second = start(database, ALLOCATIONS);

        List<Long> all = rangesOf(first);
        all.addAll(rangesOf(second));

        assertThat(first.waitFor(2, TimeUnit.MINUTES) && second.waitFor(2, TimeUnit.MINUTES))
                .isTrue();
        assertThat(all).hasSize(2 * ALLOCATIONS).doesNotHaveDuplicates().allMatch(id -> id % 10 == 1);
        follow();
    }

    @Test
    void rangeThatAKilledProcessHasToldOfIsNeverGrantedAgain() throws Exception {
        TestDatabase database = database();
        List<Long> told = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            Process process = start(database, Integer.MAX_VALUE);
            try (BufferedReader output = output(process)) {
                for (int i = 0; i < 20; i++) {
                    told.add(next(output));
                }
                process.toHandle().destroyForcibly(); // which leaves the stream open
                process.waitFor();
                for (Long range = next(output); range != null; range = next(output)) {
                    told.add(range);
                }
            }
        }

        assertThat(told).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates().isSorted();
        follow();
    }

    private void follow() throws IOException {
        SegmentHistory history = new SegmentHistory(TAG, false, 1);
        for (Path file : EventFile.all(events(), TAG)) {
            history.add(file.toString(), EventFile.segments(file, file.toString()), List.of());
        }
        new ProcessTraces()
                .addSegments(history.trace("SQLite"))
                .requireFollowed(directory)
                .requireRefusedIfAltered(directory);
    }

    private Path events() {
        return directory.resolve("events");
    }

    private TestDatabase database() {
        TestDatabase database = TestDatabase.sqlite(directory).with(JdbcSegmentStore.DEFAULT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, step) VALUES ('" + TAG + "', 10)");
        return database;
    }

    private Process start(TestDatabase database, int allocations) throws IOException {
        List<String> command = ChildJvm.command(Node.class, ProcessTraces.option(events()));
        command.addAll(List.of(database.url(), Integer.toString(allocations)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static List<Long> rangesOf(Process process) throws IOException {
        List<Long> ranges = new ArrayList<>();
        try (BufferedReader output = output(process)) {
            for (Long range = next(output); range != null; range = next(output)) {
                ranges.add(range);
            }
        }
        return ranges;
    }

    /** The next range; null at the end. What the log says is passed over, and so is a line that a kill has cut. */
    private static @Nullable Long next(BufferedReader output) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.matches("range \\d+ committed")) {
                return Long.valueOf(line.split(" ", -1)[1]);
            }
        }
        return null;
    }
}
