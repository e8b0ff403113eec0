package io.leafid.chaos;

import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The calls of one thread, in as many files as they need. For one thread. */
final class CallLogs {

    private static final int CALLS_PER_FILE = 8_000;

    private final Path directory;
    private final String name;
    private @Nullable CallLog current;
    private int files;

    CallLogs(Path directory, String name) {
        this.directory = directory;
        this.name = name;
    }

    void add(CallRecord call) {
        CallLog log = current;
        if (log == null || !log.hasRoom()) {
            log = next();
            current = log;
        }
        log.add(call);
    }

    private CallLog next() {
        try {
            return CallLog.create(directory.resolve(name + "~" + files++), CALLS_PER_FILE);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
