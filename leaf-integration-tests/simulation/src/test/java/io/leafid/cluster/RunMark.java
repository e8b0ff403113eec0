package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.MarkEvidence;
import java.util.Optional;

/** The real mark file of a process on a disk that takes its time, in the midst of which anything may happen. */
record RunMark(LocalMark file, Run run) implements LocalMark {

    private static final long LATE_NANOS = 4_000_000_000L;

    @Override
    public Optional<FoundMark> read() {
        Optional<FoundMark> read = file.read();
        read.ifPresent(mark -> run.cluster().note(() -> LeaseEvent.found(run.name(), place(), mark.mark())));
        Optional<FoundMark> found = run.cluster().breaks(BrokenRule.A_NEAR_MARK_NEEDS_PROOF)
                ? read.map(real -> new FoundMark(real.mark(), MarkEvidence.WRITER_ENDED, real.origin()))
                : read;
        found.filter(mark -> mark.isOfEndedRun() || mark.evidence() == MarkEvidence.SAME_PLACE)
                .ifPresent(mark -> run.tokens().add(mark.mark().token()));
        return found;
    }

    @Override
    public void write(HighWaterMark mark) {
        run.requireAlive();
        if (run.cluster().breaks(BrokenRule.TIME_IS_USED_ONLY_BELOW_THE_MARK)) {
            Timeline timeline = run.cluster().timeline();
            timeline.at(timeline.now() + LATE_NANOS, run, () -> writeNow(mark));
        } else {
            writeNow(mark);
        }
        run.requireAlive();
    }

    private void writeNow(HighWaterMark mark) {
        run.machine().disk().afterEachStep(() -> run.giveWay(25, 50_000_000));
        try {
            file.write(mark);
            if (!mark.isOfLostLease()) { // the specification has none: it lets more starts go on from a mark
                run.cluster().note(() -> LeaseEvent.marked(run.name(), place(), mark));
            }
        } finally {
            run.machine().disk().afterEachStep(() -> {});
        }
    }

    private String place() {
        return run.machine().name() + " " + run.identity().port();
    }

    @Override
    public void close() {
        file.close();
    }

    @Override
    public void reopen() {
        run.requireAlive();
        file.reopen();
    }
}
