package io.leafid.lease;

import io.leafid.concurrent.CoalescingTask;
import io.leafid.time.Scheduler;
import java.time.Duration;

/** Timer that requests a renewal and a mark at each report interval, and counts the reports that a renewal holds up. */
final class ReportTimer {

    private final Scheduler scheduler;
    private final Duration interval;

    /** Written by the timer alone, and by the thread that starts it. */
    private volatile int overdueReports;

    ReportTimer(Scheduler scheduler, Duration interval) {
        this.scheduler = scheduler;
        this.interval = interval;
    }

    Scheduler.Task start(CoalescingTask renewing, CoalescingTask marking, Runnable overdue) {
        overdueReports = 0; // those of a run before have ended
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

    /**
     * Returns whether a call to the registry takes too long. It has to span two reports: after a pause of the whole process it spans
     * one, and its answer may say that the lease is lost.
     */
    boolean isRenewalOverdue() {
        return overdueReports >= 2;
    }
}
