package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.LossyLink;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

class FixedZooKeeperHolderTest extends ZooKeeperHolderContract {

    @Override
    WorkerIdHolder newHolder(CuratorFramework client, NodeIdentity identity, TimeSource clock) {
        return new FixedZooKeeperHolder(client, namespace, identity, clock);
    }

    private String node(int i, int workerId) {
        return "%s/%s-%010d".formatted(namespace.forever(), node(i), workerId);
    }

    private List<String> assigned() throws Exception {
        return operator.getChildren().forPath(namespace.forever());
    }

    @Test
    void firstNodeOfAnEmptyTreeTakesTheNumberOfItsNode() throws Exception {
        WorkerIdLease first = open(node(0)).acquire(request(node(0)));
        WorkerIdLease second = open(node(1)).acquire(request(node(1)));

        assertThat(first.workerId()).isZero();
        assertThat(second.workerId()).isEqualTo(1);
        assertThat(assigned()).containsExactlyInAnyOrder("10.0.0.1:8080-0000000000", "10.0.0.2:8080-0000000001");
    }

    @Test
    void ceilingIsWrittenWhereAnOriginalLooksForTheLastTime() throws Exception {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        String payload = "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":%d}";
        assertThat(data(node(0, 0))).isEqualTo(payload.formatted(lease.ceilingMillis()));

        holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        assertThat(data(node(0, 0))).isEqualTo(payload.formatted(lease.ceilingMillis() + 3_000));

        holder.release(lease, lease.floorMillis() + 1);
        assertThat(data(node(0, 0))).isEqualTo(payload.formatted(lease.floorMillis() + 1));
    }

    @Test
    void aNumberWhoseReplyWasLostIsUsedAndNoneLeaks() throws Exception {
        open(node(1)).acquire(request(node(1)));
        WorkerIdHolder holder = open(node(0));
        server.link().loseReplyTo(LossyLink.CREATION, 1);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.acquire(request(node(0))));

        assertThat(holder.acquire(request(node(0))).workerId()).isEqualTo(1);
        assertThat(assigned()).hasSize(2);
    }

    @Test
    void foreignAndMalformedChildrenAreSkipped() throws Exception {
        for (String name : List.of("garbage", "10.0.0.1:8080", "a-b-c", "-", "x-12345678901", "10.0.0.1:8080-1x")) {
            write(namespace.forever() + "/" + name, "?");
        }

        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));

        assertThat(lease.workerId()).isEqualTo(6);
        assertThat(open(node(1)).list()).extracting(WorkerIdEntry::workerId).containsExactly(6);
    }

    @Test
    void anIpv6AddressIsAnIdentityLikeAnyOther() throws Exception {
        NodeIdentity identity = new NodeIdentity("fe80::1", 8080);
        WorkerIdHolder first = open(identity);
        WorkerIdLease lease = first.acquire(request(identity));
        crash(first, identity);

        assertThat(assigned()).containsExactly("[fe80::1]:8080-0000000000");
        assertThat(open(identity).acquire(request(identity)).workerId()).isEqualTo(lease.workerId());
    }

    @Test
    void anApplicationNameWithHyphensDoesNotDisturbTheNumbers() {
        ZooKeeperNamespace hyphens = new ZooKeeperNamespace("/snow-flake", namespace.name() + "-order-service-2");
        WorkerIdHolder first = new FixedZooKeeperHolder(operator, hyphens, node(0), time);
        WorkerIdHolder second = new FixedZooKeeperHolder(operator, hyphens, node(1), time);

        assertThat(first.acquire(request(node(0))).workerId()).isZero();
        assertThat(second.acquire(request(node(1))).workerId()).isEqualTo(1);
    }

    @Test
    void aHostNameWithHyphensKeepsItsWorkerId() {
        NodeIdentity identity = new NodeIdentity("orders-7f-2", 8080);
        WorkerIdHolder first = open(identity);
        WorkerIdLease lease = first.acquire(request(identity));
        crash(first, identity);

        assertThat(open(identity).acquire(request(identity)).workerId()).isEqualTo(lease.workerId());
    }

    @Test
    void numbersBelowTheRangeAreSkippedForGood() throws Exception {
        WorkerIdRange range = new WorkerIdRange(150, 151);

        WorkerIdLease first = open(node(0)).acquire(request(node(0)).within(range));
        WorkerIdLease second = open(node(1)).acquire(request(node(1)).within(range));

        assertThat(List.of(first.workerId(), second.workerId())).containsExactly(150, 151);
        assertThat(assigned()).hasSize(2);
        assertThat(new OriginalNode(operator, namespace, "10.9.9.9", 80).start(time.currentTimeMillis()))
                .as("an original does not come by the numbers below either")
                .isEqualTo(152);
    }

    @Test
    void fullRangeIsRefusedWithItsHoldersAndLeavesNoNode() throws Exception {
        new OriginalNode(operator, namespace, "10.9.9.1", 80).start(time.currentTimeMillis());
        WorkerIdRange two = new WorkerIdRange(0, 1);
        open(node(0)).acquire(request(node(0)).within(two));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(two)))
                .withMessageContaining("zk_recycle")
                .satisfies(refused -> assertThat(refused.holders())
                        .extracting(WorkerIdEntry::owner)
                        .containsExactly("10.9.9.1:80", node(0).toString()));
        assertThat(assigned()).hasSize(2);
    }

    @Test
    void numberOfAnInstanceThatIsGoneForGoodIsUsedAgainFromItsCeiling() throws Exception {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        WorkerIdHolder gone = open(node(0));
        WorkerIdLease former = gone.acquire(request(node(0)).within(two));
        open(node(1)).acquire(request(node(1)).within(two));
        crash(gone, node(0));
        operator.delete().forPath(node(0, 0));

        WorkerIdLease lease = open(node(2)).acquire(request(node(2)).within(two));

        assertThat(lease.workerId()).isEqualTo(former.workerId());
        assertThat(lease.floorMillis()).isEqualTo(former.ceilingMillis());
        assertThat(data(node(2, 0))).contains("\"timestamp\":" + lease.ceilingMillis());
    }

    @Test
    void numberOfARunningInstanceIsNotUsedAgainEvenIfItsNodeIsDeleted() throws Exception {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder running = open(node(0));
        WorkerIdLease lease = running.acquire(request(node(0)).within(one));
        operator.delete().forPath(node(0, 0));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(one)));
        WorkerIdLease extended = running.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(data(node(0, 0))).as("put back").contains("\"timestamp\":" + extended.ceilingMillis());
    }

    @Test
    void ownNodeOutsideTheRangeIsLeftAlone() throws Exception {
        write(node(0, 1030), "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1}");

        assertThat(open(node(0)).acquire(request(node(0))).workerId()).isEqualTo(1);
    }

    /** As in a namespace whose record of the mode was deleted while some instances of the former mode still ran. */
    @Test
    void workerIdThatIsLeasedInAnotherModeIsNotTaken() throws Exception {
        WorkerIdHolder pooled = new RecyclingZooKeeperHolder(operator, namespace, node(9), time);
        WorkerIdLease ofPool = pooled.acquire(request(node(9)).within(new WorkerIdRange(0, 0)));
        operator.delete().forPath(namespace.layout());
        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));
        operator.delete().forPath(namespace.layout());
        WorkerIdHolder another = new RecyclingZooKeeperHolder(operator, namespace, node(8), time);

        assertThat(ofPool.workerId()).isZero();
        assertThat(lease.workerId()).isEqualTo(1);
        assertThat(another.acquire(request(node(8)).within(new WorkerIdRange(0, 2)))
                        .workerId())
                .isEqualTo(2);
    }

    /** A fixed worker id may go on alone for hours; it must not be lent to others meanwhile. */
    @Test
    void namespaceOfFixedWorkerIdsRefusesRecyclingOnes() {
        open(node(0)).acquire(request(node(0)));
        WorkerIdHolder pooled = new RecyclingZooKeeperHolder(operator, namespace, node(1), time);

        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> pooled.acquire(request(node(1))))
                .withMessageContaining("in mode zk_normal")
                .withMessageContaining("configured with mode zk_recycle")
                .withMessageContaining("delete node " + namespace.layout());
    }

    @Test
    void clockBehindTheTimeThatAnOriginalReportedIsRefused() throws Exception {
        OriginalNode original = new OriginalNode(operator, namespace, node(0).host(), node(0).port());
        original.start(time.currentTimeMillis() + 60_000);

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))));
    }

    /** The whole way there and back, twice over; takes two times the six seconds for which an original may be silent. */
    @Test
    void originalAndOursReplaceEachOtherWithoutOverlap() throws Exception {
        OriginalNode original = new OriginalNode(operator, namespace, node(3).host(), node(3).port());
        new OriginalNode(operator, namespace, "10.9.9.9", 80).start(time.currentTimeMillis());
        int workerId = original.start(time.currentTimeMillis());
        long lastReport = time.currentTimeMillis();
        original.report(lastReport);

        WorkerIdHolder ours = open(node(3));
        WorkerIdLease lease = ours.acquire(request(node(3)));
        assertThat(lease.workerId()).isEqualTo(workerId);
        assertThat(lease.floorMillis()).as("two reports of the original later").isEqualTo(lastReport + 6_000);

        assertThatExceptionOfType(IllegalStateException.class)
                .as("ours may have issued ids up to its ceiling")
                .isThrownBy(() -> original.start(lease.ceilingMillis() - 1));
        crash(ours, node(3));
        time.shift(Duration.ofSeconds(20));
        assertThat(original.start(lease.ceilingMillis())).isEqualTo(workerId);

        WorkerIdHolder again = open(node(3));
        WorkerIdLease back = again.acquire(request(node(3)));
        assertThat(back.workerId()).isEqualTo(workerId);
        assertThat(back.floorMillis()).isEqualTo(lease.ceilingMillis() + 6_000);

        again.release(back, back.floorMillis());
        assertThat(original.start(back.floorMillis())).as("at once").isEqualTo(workerId);
    }

    @Test
    void originalThatStillReportsIsTheIdentityInUse() throws Exception {
        OriginalNode original = new OriginalNode(operator, namespace, node(0).host(), node(0).port());
        original.start(time.currentTimeMillis());
        Thread reporter = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    original.report(time.currentTimeMillis());
                } catch (Exception ex) {
                    return;
                }
            }
        });
        reporter.start();
        try {
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                    .withMessageContaining("original");
        } finally {
            reporter.interrupt();
            reporter.join();
        }
    }

    @Test
    void originalThatStartsBesideOursEndsTheLease() throws Exception {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        OriginalNode original = new OriginalNode(operator, namespace, node(0).host(), node(0).port());
        original.start(lease.ceilingMillis());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token()))
                .withMessageContaining("original");
    }
}
