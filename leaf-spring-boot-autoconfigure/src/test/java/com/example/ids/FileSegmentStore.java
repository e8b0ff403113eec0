package com.example.ids;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.TagRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Counters in a file: {@code tag=max_id step}. Thread-safe. */
public final class FileSegmentStore implements IdentifiedStore {

    private final Path path;
    private final SharedFile file;

    /** Makes the store; touches no file yet. */
    public FileSegmentStore(Path path) {
        this.path = path.toAbsolutePath();
        this.file = new SharedFile(path);
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        if (amount < 1) {
            throw new IllegalArgumentException("at least one id must be allocated, not " + amount);
        }
        return file.change(rows -> {
            TagRow row = row(rows, tag)
                    .orElseThrow(() -> new UnknownTagException(tag, "tag '" + tag + "' is not in " + path, null));
            if (row.maxId() < 0) {
                throw new SegmentUnavailableException(row.problem(), null);
            }
            if (row.maxId() < floor) {
                throw new CounterSetBackException(tag, row.maxId(), floor);
            }
            if (row.maxId() > Long.MAX_VALUE - amount) {
                throw new IdsExhaustedException("tag '" + tag + "' in " + path + " is used up", null);
            }
            put(rows, tag, row.maxId() + amount, row.step());
            return new AllocatedSegment(row.maxId(), row.maxId() + amount, row.step());
        });
    }

    @Override
    public String identity() {
        return path.toString();
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return file.change(rows -> row(rows, tag));
    }

    @Override
    public List<TagRow> findAll() {
        return file.change(rows -> rows.stringPropertyNames().stream()
                .flatMap(tag -> row(rows, tag).stream())
                .toList());
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return file.change(rows -> {
            if (row(rows, tag).isPresent()) {
                return false;
            }
            put(rows, tag, initialId, step);
            return true;
        });
    }

    /** Nothing repeats a call to a file, so comparing the counter is enough. */
    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
        return file.change(rows -> {
            Optional<TagRow> last = row(rows, tag).filter(row -> row.maxId() == end);
            last.ifPresent(row -> put(rows, tag, first, row.step()));
            return last.isPresent();
        });
    }

    private static Optional<TagRow> row(Properties rows, String tag) {
        return Optional.ofNullable(rows.getProperty(tag)).map(text -> {
            String[] numbers = text.split(" ", -1);
            return new TagRow(tag, Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        });
    }

    static void put(Properties rows, String tag, long maxId, long step) {
        rows.setProperty(tag, maxId + " " + step);
    }
}
