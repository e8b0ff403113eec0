package io.leafid.workerid.jdbc;

import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.util.Optional;

/**
 * The row that holds the record of layout and mode of a table: its id is -1, which no instance can have. The primary key
 * lets exactly one of several first nodes write it, which a column of every row could not do. In place of a time it counts the
 * rows that were added, so that a missing one is noticed. Immutable.
 */
record LayoutRow(WorkerIdTable table) implements NamespaceRecord.Place<WorkerIdRow> {

    private static final int ID = -1;

    /** In place of an owner; every real one has a colon. */
    private static final RowOwner OWNER = RowOwner.ofRecord("layout");

    @Override
    public String namespace() {
        return "table " + table.name();
    }

    @Override
    public String name() {
        return "row %s of table %s".formatted(ID, table.name());
    }

    @Override
    public WorkerIdComponent apart() {
        return WorkerIdComponent.TABLE;
    }

    @Override
    public Optional<WorkerIdRow> read() {
        return table.findById(ID);
    }

    @Override
    public boolean isNew() {
        return table.isOfThisProcess();
    }

    @Override
    public long ageMillis(WorkerIdRow found) {
        return found.liveness().ageMillis();
    }

    @Override
    public NamespaceRecord recordOf(WorkerIdRow found) {
        return NamespaceRecord.parse(found.report().token())
                .orElseThrow(() -> new WorkerIdException.BadAssignment(
                        "%s should record the layout, but has '%s' as token; delete that row if no other instance runs"
                                .formatted(name(), found.report().token())));
    }

    @Override
    public boolean create(NamespaceRecord wanted) {
        return table.insertRecord(lease(wanted, 0), OWNER);
    }

    @Override
    public boolean replace(WorkerIdRow found, NamespaceRecord wanted) {
        return table.takeOver(found, lease(wanted, table.findAll().size()), OWNER);
    }

    /** Returns whether the row was not written since it was read. */
    boolean stands(WorkerIdRow read) {
        return read().filter(row -> row.liveness().seenAt() == read.liveness().seenAt())
                .isPresent();
    }

    /** Returns whether no row is missing of those that were counted when one was added last; {@code rows} may have become more since. */
    boolean isComplete(int rows) {
        long counted = read().map(WorkerIdRow::maxTimestamp).orElse(0L);
        return counted <= rows || counted <= table.findAll().size();
    }

    /** The row's token is what holds the record. */
    private static WorkerIdLease lease(NamespaceRecord wanted, int rows) {
        return new WorkerIdLease(ID, wanted.text(), 0, rows);
    }
}
