package com.example.ids;

import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.SegmentStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileSegmentStoreTest extends SegmentStoreContract {

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("counters.properties");
    }

    @Override
    protected SegmentStore store() {
        return new FileSegmentStore(path());
    }

    @Override
    protected SegmentStore storeOfAnotherNode() {
        return new FileSegmentStore(path());
    }

    @Override
    protected void putRow(String tag, long maxId, long step) {
        new SharedFile(path()).change(rows -> {
            FileSegmentStore.put(rows, tag, maxId, step);
            return true;
        });
    }

    @Override
    protected void deleteRow(String tag) {
        new SharedFile(path()).change(rows -> rows.remove(tag) != null);
    }

    @Override
    protected long maxId(String tag) {
        return store().find(tag).orElseThrow().maxId();
    }
}
