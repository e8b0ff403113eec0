package io.leafid.segment.buffer;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** The store answers at the moment at which its time is over, and which has only just been set. */
@JCStressTest
@Outcome(
        id = "true, false, true",
        expect = Expect.ACCEPTABLE,
        desc = "the answer counts, and its time-out is cancelled")
@Outcome(
        id = "false, true, true",
        expect = Expect.ACCEPTABLE,
        desc = "the time-out counts: what the store has granted is discarded")
@Outcome(
        id = "true, true, .*",
        expect = Expect.FORBIDDEN,
        desc = "both count: the range is served although the call was given up and another one may be under way")
@Outcome(
        id = "false, false, .*",
        expect = Expect.FORBIDDEN,
        desc = "neither counts: callers wait for a call that no thread ends")
@Outcome(
        id = ".*, .*, false",
        expect = Expect.FORBIDDEN,
        desc =
                "a timer is left behind for a call that has ended: it was set after the end had looked for it, and did not"
                        + " look for the end")
@State
public class SettleStress {

    private final StoreCall<String> call = new StoreCall<>(0, ended -> {});
    private final AtomicBoolean isCancelled = new AtomicBoolean();

    /** The thread that asks the store: sets the time-out, then has the answer. */
    @Actor
    public void answer(ZZZ_Result result) {
        call.timesOutWith(() -> isCancelled.set(true));
        result.r1 = call.tryFinish();
    }

    /** The time-out. */
    @Actor
    public void timeOut(ZZZ_Result result) {
        result.r2 = call.tryTimeOut();
    }

    /** Notes whether a timer is left. */
    @Arbiter
    public void afterwards(ZZZ_Result result) {
        result.r3 = isCancelled.get();
    }
}
