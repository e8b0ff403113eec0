package io.leafid.workerid;

/**
 * The mark that an instance finds on its disk, and what it proves. Immutable.
 *
 * @param mark what was noted
 * @param evidence what is known about the run that noted it
 * @param origin where and by which process it was written, and where it was found, for messages
 */
public record FoundMark(Mark mark, MarkEvidence evidence, String origin) {

    /** Whether the run that wrote the mark is known to have ended. */
    public boolean isOfEndedRun() {
        return evidence == MarkEvidence.WRITER_ENDED;
    }

    /** First millisecond that may be used if the mark is all that is known; a run that goes on may use its ceiling up. */
    public long floorAlone() {
        return isOfEndedRun() ? mark.markMillis() : Math.max(mark.markMillis(), mark.ceilingMillis());
    }
}
