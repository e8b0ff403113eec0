package io.leafid.workerid.zookeeper;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdLease;

/** The rules of {@code zk_recycle} that need no waiting, on a real server. */
class RecyclingHolderOnZooKeeperTest extends RecyclingHolderRules {

    RecyclingHolderOnZooKeeperTest() {
        super(time -> new CuratorSessions());
    }

    @Override
    WorkerIdLease enterBesideAReporting(
            ZooKeeperHolder running, WorkerIdLease lease, ZooKeeperHolder next, LeaseRequest request) {
        Thread reports = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                running.processes.report(lease.token());
            }
        });
        reports.start();
        try {
            return next.acquire(request);
        } finally {
            end(reports);
        }
    }

    private static void end(Thread reports) {
        reports.interrupt();
        try {
            reports.join();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
