package io.leafid.lease;

import io.leafid.concurrent.CoalescingTask;
import io.leafid.time.Scheduler;
import java.time.Duration;

/** Timer that requests a renewal and a mark at each report interval, and counts the reports that a renewal holds up. */
final class ReportTimer {

    private final Scheduler scheduler;
    private final Duration interval;

    /** Counted by the timer; an answer that comes at the same moment may count with the next report only. */
    private volatile int overdueReports;

    ReportTimer(Scheduler scheduler, Duration interval) {
        this.scheduler = scheduler;
        this.interval = interval;
    }

    Scheduler.Task start(CoalescingTask renewing, CoalescingTask marking, Runnable overdue) {
        return scheduler.every(interval, () -> report(renewing, marking, overdue));
    }

    private void report(CoalescingTask renewing, CoalescingTask marking, Runnable overdue) {
        overdueReports = renewing.isUnderWay() ? overdueReports + 1 : 0;
        if (isRenewalOverdue()) {
            overdue.run();
        }
        renewing.request();
        marking.request();
    }

    /** The registry has answered. */
    void answered() {
        overdueReports = 0;
    }

    /**
     * Returns whether a call to the registry takes too long. It has to span two reports: after a pause of the whole process it spans
     * one, and its answer may say that the lease is lost.
     */
    boolean isRenewalOverdue() {
        return overdueReports >= 2;
    }
}
