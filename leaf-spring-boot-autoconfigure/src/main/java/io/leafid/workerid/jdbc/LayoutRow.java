package io.leafid.workerid.jdbc;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The record of layout and mode in the table itself: a row with the id -1, which no instance can have. The primary key lets
 * exactly one of several first nodes write it, which a column of every row could not do. Immutable.
 */
record LayoutRow(WorkerIdTable table) {

    private static final int ID = -1;

    /** In place of an owner; every real one has a colon. */
    private static final String OWNER = "layout";

    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,18})/(\\d{1,2})/(\\d{1,2})/(\\d{1,2})(?:/(\\w{1,20}))?");

    private static final int MODE_GROUP = 5;
    private static final int ATTEMPTS = 5;

    /**
     * Records a layout and a mode if none is.
     *
     * @throws WorkerIdException.LayoutMismatch if another layout is
     * @throws WorkerIdException.ModeMismatch if another mode is
     */
    void require(SnowflakeLayout layout, String mode) {
        String wanted = "%d/%d/%d/%d/%s"
                .formatted(
                        layout.epochMillis(),
                        layout.timestampBits(),
                        layout.workerIdBits(),
                        layout.sequenceBits(),
                        mode);
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<WorkerIdRow> row = table.findById(ID);
            if (row.isPresent() ? isRecorded(row.get(), layout, mode, wanted) : table.insertRecord(ID, OWNER, wanted)) {
                return;
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "row %d of table %s changes faster than it can be read".formatted(ID, table.name()), null);
    }

    private boolean isRecorded(WorkerIdRow row, SnowflakeLayout layout, String mode, String wanted) {
        Matcher parts = parse(row.token());
        SnowflakeLayout recorded = layout(parts);
        if (!recorded.equals(layout)) {
            throw new WorkerIdException.LayoutMismatch("table " + table.name(), recorded, layout);
        }
        String recordedMode = parts.group(MODE_GROUP);
        if (recordedMode == null) { // begun by a version that recorded no mode
            return table.takeOver(row, new WorkerIdLease(ID, wanted, 0, 0));
        }
        if (!recordedMode.equals(mode)) {
            throw new WorkerIdException.ModeMismatch(
                    "row %d of table %s".formatted(ID, table.name()), recordedMode, mode);
        }
        return true;
    }

    private Matcher parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new WorkerIdException.BadAssignment(
                    "row %d of table %s should record the layout, but has '%s' as token; delete that row if no other instance runs"
                            .formatted(ID, table.name(), text));
        }
        return parts;
    }

    private static SnowflakeLayout layout(Matcher parts) {
        return new SnowflakeLayout(
                Long.parseLong(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                Integer.parseInt(parts.group(4)));
    }
}
