package io.leafid.workerid;

/**
 * A high-water mark that was found on this instance's disk, with what it proves. Immutable.
 *
 * @param mark what was recorded
 * @param evidence what is known about the run that recorded it
 * @param origin where and by which process it was written, and where it was found, for messages
 */
public record FoundMark(HighWaterMark mark, MarkEvidence evidence, String origin) {

    /** Returns whether the run that wrote the mark is known to have ended. */
    public boolean isOfEndedRun() {
        return evidence == MarkEvidence.WRITER_ENDED;
    }

    /** First millisecond that may be used if the mark is all that is known; a run that goes on may use its ceiling up. */
    public long floorAlone() {
        return isOfEndedRun() ? mark.markMillis() : Math.max(mark.markMillis(), mark.ceilingMillis());
    }

    /**
     * The same mark of a worker id that another process has, to be written here. That proves the end of the run whose token it names, so that it
     * names none that may go on.
     */
    public FoundMark ofLostLease() {
        String token = isOfEndedRun() ? mark.token() : "";
        HighWaterMark lost = new HighWaterMark(mark.workerId(), token, floorAlone(), mark.ceilingMillis());
        return new FoundMark(lost.ofLostLease(), evidence, origin);
    }
}
