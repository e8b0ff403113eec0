package io.leafid.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A state of the model: one worker id, its row in the registry, two places with a disk and a process each, and what is under
 * way between them. Immutable. Times are small numbers; a token is the number of the run that made it, 0 for none.
 *
 * @param row what the registry has recorded
 * @param disks the mark on the disk of each place
 * @param runs the process of each place
 * @param network messages that were sent and neither answered nor lost
 * @param usedBefore the times that runs which have ended may have used, a bit for each
 * @param begun how many runs there have been
 */
record LeaseModelState(Row row, List<Disk> disks, List<Run> runs, List<Message> network, int usedBefore, int begun) {

    static final LeaseModelState FIRST = new LeaseModelState(
            new Row(0, 0), List.of(Disk.EMPTY, Disk.EMPTY), List.of(Run.NONE, Run.NONE), List.of(), 0, 0);

    /** The registry's record of the worker id. */
    record Row(int token, int ceiling) {}

    /** A mark on a disk, and the place at which it was written. */
    record Disk(int token, int mark, int ceiling, int writtenAt) {

        static final Disk EMPTY = new Disk(0, 0, 0, -1);
    }

    /** What a process is doing. */
    enum Phase {
        NOT_RUNNING,
        HAS_READ,
        ISSUES
    }

    /**
     * A process. While it starts, token and ceiling are those it has read of the registry.
     *
     * @param number which run this is, from 1
     * @param place whose disk it uses
     * @param writing the mark that is being written, 0 if none is
     */
    record Run(Phase phase, int number, int place, int token, int floor, int ceiling, int mark, int writing) {

        static final Run NONE = new Run(Phase.NOT_RUNNING, 0, 0, 0, 0, 0, 0, 0);

        Run withCeiling(int newToken, int newCeiling) {
            return new Run(phase, number, place, newToken, floor, newCeiling, mark, writing);
        }

        Run withMark(int newMark, int newWriting) {
            return new Run(phase, number, place, token, floor, ceiling, newMark, newWriting);
        }
    }

    /** What a message asks of the registry. */
    enum Kind {
        TAKE,
        EXTEND,
        RELEASE
    }

    /** What the registry has answered to a message. */
    enum Answer {
        NONE,
        DONE,
        REFUSED
    }

    /**
     * A request to the registry.
     *
     * @param sender the run that waits for the answer, 0 if none does
     */
    record Message(Kind kind, int sender, Row expected, Row wanted, Answer answer) {

        Message answered(Answer given) {
            return new Message(kind, sender, expected, wanted, given);
        }

        /** The same packet, seen by the registry once more, long after. */
        Message again() {
            return new Message(kind, 0, expected, wanted, Answer.NONE);
        }
    }

    LeaseModelState with(Row changed) {
        return new LeaseModelState(changed, disks, runs, network, usedBefore, begun);
    }

    LeaseModelState withDisk(int place, Disk changed) {
        return new LeaseModelState(row, set(disks, place, changed), runs, network, usedBefore, begun);
    }

    LeaseModelState withRun(int slot, Run changed) {
        return new LeaseModelState(row, disks, set(runs, slot, changed), network, usedBefore, begun);
    }

    LeaseModelState begin(int slot, Run run) {
        return new LeaseModelState(row, disks, set(runs, slot, run), network, usedBefore, run.number());
    }

    LeaseModelState sent(Message message) {
        List<Message> more = new ArrayList<>(network);
        more.add(message);
        return withNetwork(more);
    }

    LeaseModelState withoutMessage(int index) {
        List<Message> fewer = new ArrayList<>(network);
        fewer.remove(index);
        return withNetwork(fewer);
    }

    LeaseModelState withMessage(int index, UnaryOperator<Message> change) {
        return withNetwork(set(network, index, change.apply(network.get(index))));
    }

    private LeaseModelState withNetwork(List<Message> changed) {
        return new LeaseModelState(row, disks, runs, List.copyOf(changed), usedBefore, begun);
    }

    /** The process of a place ends, after it has used some times. */
    LeaseModelState end(int slot, int times) {
        return new LeaseModelState(row, disks, set(runs, slot, Run.NONE), network, usedBefore | times, begun);
    }

    private static <T> List<T> set(List<T> list, int index, T element) {
        List<T> changed = new ArrayList<>(list);
        changed.set(index, element);
        return List.copyOf(changed);
    }
}
