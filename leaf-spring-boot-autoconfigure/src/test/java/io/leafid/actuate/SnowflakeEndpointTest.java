package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.TagLimit;
import io.leafid.concurrent.Availability;
import io.leafid.segment.status.AllocationTotals;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.testing.OperatedApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import tools.jackson.databind.JsonNode;

/** The endpoint where there are worker ids, on a clock that stands still. */
class SnowflakeEndpointTest {

    private static final SnowflakeScene scene = new SnowflakeScene();
    private static final OperatedApplication application = new OperatedApplication(scene::addTo);

    @BeforeAll
    static void letAnotherProcessIn() {
        scene.another(2);
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @Test
    void showsTheLeaseTheClockAndAllWorkerIds() {
        scene.generator.nextId();
        scene.generator.limit("payment", new TagLimit(false, null));
        scene.generator.limit("audit", new TagLimit(true, 500L));

        assertThat(application.json("/actuator/leaf", 200)).isEqualTo(OperatedApplication.parse("""
                {
                  "name": "orders",
                  "defaultMode": "segment",
                  "snowflake": {
                    "mode": "zk_recycle",
                    "workerId": 0,
                    "layout": {
                      "epoch": "2010-11-04T01:42:54.657Z",
                      "timestampBits": 41, "workerIdBits": 10, "sequenceBits": 12,
                      "lastInstant": "2080-07-10T17:30:30.208Z"
                    },
                    "lease": {
                      "state": "HELD", "owner": "10.0.0.1:8080",
                      "floor": "1970-01-01T00:00:00Z", "ceiling": "2025-11-01T00:10:00Z",
                      "remaining": "PT10M", "reservation": "PT10M",
                      "lastExtended": "2025-11-01T00:00:00Z", "registry": "UP"
                    },
                    "clock": { "peers": 0, "offsetFromPeers": "PT0S", "stepsBack": 0, "lead": "PT0S" },
                    "limits": { "audit": { "enabled": true, "maxRate": 500 }, "payment": { "enabled": false } },
                    "leases": [
                      {
                        "workerId": 0, "owner": "10.0.0.1:8080", "ceiling": "2025-11-01T00:10:00Z",
                        "lastReported": "2025-11-01T00:00:00Z", "live": true, "self": true, "writer": "leaf"
                      },
                      {
                        "workerId": 1, "owner": "10.0.0.2:8080", "ceiling": "2025-11-01T00:10:00Z",
                        "lastReported": "2025-11-01T00:00:00Z", "live": true, "self": false, "writer": "leaf"
                      }
                    ],
                    "leasesAge": "PT0S"
                  }
                }
                """));
        assertThat(application.status("/actuator/leaf/order")).isEqualTo(404);
    }

    /** As the documentation promises it to those who parse it. */
    @Test
    void bothEnginesTogetherReadAsDocumented() {
        SegmentTagStatus order = new SegmentTagStatus(
                "order",
                IdOrder.NODE,
                SegmentTagStatus.State.READY,
                new SegmentTagStatus.Steps(4_000, 2_000),
                new SegmentTagStatus.Reserve(
                        new SegmentRange(2_001, 4_001), 2_057, 1_944, List.of(new SegmentRange(8_001, 12_001)), 5_944),
                new SegmentTagStatus.Traffic(56, 12.5),
                new SegmentTagStatus.Waits(0, 1, 3_000_000, 3_000_000),
                new SegmentTagStatus.Allocations(
                        new AllocationTotals(2, 6_000_000, 0, 0, 0, 0, 0, 0),
                        new LastAllocation(
                                Instant.parse("2026-01-02T03:04:05Z"), 3_000_000, LastAllocation.Outcome.SUCCESS, null),
                        0,
                        null));
        LeafDescriptor both = new LeafDescriptor(
                "orders",
                "segment",
                new SegmentDescriptor(
                        Availability.State.UP,
                        "jdbc",
                        null,
                        Map.of("order", TagDescriptor.of(order, null, TagLimit.NONE, 0)),
                        3,
                        3,
                        2,
                        Map.of(SegmentTagStatus.State.READY, 1, SegmentTagStatus.State.IDLE, 2)),
                null,
                null);

        assertThat(written(both)).isEqualTo(OperatedApplication.parse("""
                { "name": "orders", "defaultMode": "segment",
                  "segment": { "store": "UP", "storeType": "jdbc", "tags": { "order": {
                      "order": "NODE", "state": "READY", "step": 4000, "configuredStep": 2000,
                      "current": {"first": "2001", "end": "4001", "next": "2057", "remaining": "1944"},
                      "upcoming": [ {"first": "8001", "end": "12001"} ],
                      "reservedUnused": "5944", "issued": "56", "idsPerSecond": 12.5, "waiting": 0,
                      "lastLoad": {"at": "2026-01-02T03:04:05Z", "took": "PT0.003S", "outcome": "SUCCESS"},
                      "failuresInARow": 0 } },
                      "known": 3, "matching": 3, "notShown": 2, "states": { "IDLE": 2, "READY": 1 } } }
                """));
    }

    private static JsonNode written(LeafDescriptor descriptor) {
        return OperatedApplication.parse(
                application.bean(EndpointJsonMapper.class).get().writeValueAsString(descriptor));
    }

    @Test
    void theAgeOfTheListIsToldWhenTheRegistryIsNotAskedAgain() {
        application.json("/actuator/leaf", 200);
        int calls = scene.node.holder().calls();

        scene.node.time().step(Duration.ofSeconds(4));
        JsonNode shown = application.json("/actuator/leaf", 200).get("snowflake");

        assertThat(shown.get("leasesAge").asString()).isEqualTo("PT4S");
        assertThat(scene.node.holder().calls()).isEqualTo(calls);
        scene.node.time().step(Duration.ofSeconds(-4));
    }
}
