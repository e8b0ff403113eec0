package io.leafid.workerid.jdbc;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.WorkerIdException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The record of the layout in the table itself: a row with the id -1, which no instance can have. The primary key lets
 * exactly one of several first nodes write it, which a column of every row could not do. Immutable.
 */
record LayoutRow(WorkerIdTable table) {

    private static final int ID = -1;

    /** In place of an owner; every real one has a colon. */
    private static final String OWNER = "layout";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})/(\\d{1,2})/(\\d{1,2})/(\\d{1,2})");

    /**
     * Records a layout if none is.
     *
     * @throws WorkerIdException.LayoutMismatch if another one is
     */
    void require(SnowflakeLayout layout) {
        String text = table.findById(ID).map(WorkerIdRow::token).orElseGet(() -> record(layout));
        SnowflakeLayout recorded = parse(text);
        if (!recorded.equals(layout)) {
            throw new WorkerIdException.LayoutMismatch("table " + table.name(), recorded, layout);
        }
    }

    private String record(SnowflakeLayout layout) {
        String text = "%d/%d/%d/%d"
                .formatted(layout.epochMillis(), layout.timestampBits(), layout.workerIdBits(), layout.sequenceBits());
        return table.insertRecord(ID, OWNER, text)
                ? text
                : table.findById(ID).map(WorkerIdRow::token).orElse("");
    }

    private SnowflakeLayout parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new WorkerIdException.BadAssignment(
                    "row %d of table %s should record the layout, but has '%s' as token; delete that row if no other instance runs"
                            .formatted(ID, table.name(), text));
        }
        return new SnowflakeLayout(
                Long.parseLong(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                Integer.parseInt(parts.group(4)));
    }
}
