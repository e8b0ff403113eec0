package io.leafid.segment.buffer;

import io.leafid.segment.store.AllocatedSegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** One caller claims an id of a range, another claims all that is left of it. */
@JCStressTest
@Outcome(id = "10, 11", expect = Expect.ACCEPTABLE, desc = "the id first: the rest begins behind it")
@Outcome(id = "-1, 10", expect = Expect.ACCEPTABLE, desc = "the rest first: it is the whole range")
@Outcome(id = "10, 10", expect = Expect.FORBIDDEN, desc = "id 10 belongs to both: the rest was read and not claimed")
@Outcome(id = "-1, 11", expect = Expect.FORBIDDEN, desc = "id 10 is lost: its claim was taken back")
@Outcome(expect = Expect.FORBIDDEN, desc = "an id beyond the end of the range")
@State
public class ClaimRestStress {

    private final Segment segment = Segment.of(null, new AllocatedSegment(10, 12, 10), 0);

    /** Claims one. */
    @Actor
    public void one(JJ_Result result) {
        result.r1 = claim();
    }

    /** Claims the rest. */
    @Actor
    public void rest(JJ_Result result) {
        result.r2 = segment.claimRest();
    }

    /** The id that a caller gets; -1 if the range is used up. */
    private long claim() {
        long place = segment.claim();
        return (place < segment.size()) ? segment.idAt(place) : -1;
    }
}
