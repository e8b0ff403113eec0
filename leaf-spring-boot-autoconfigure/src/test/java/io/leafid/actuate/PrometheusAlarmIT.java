package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.INTEGER;

import io.leafid.lease.LeaseScene;
import io.leafid.lease.LeasedNode;
import io.leafid.testing.OperatedApplication;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.WorkerIdRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The ready alarms on leases, evaluated on what is really scraped while time goes by. */
class PrometheusAlarmIT {

    private static final int SCRAPE_SECONDS = 15;

    private static final String ENDS_SOON = "LeafLeaseEndsSoon";
    private static final String OVER = "LeafLeaseOver";
    private static final String BEHIND = "LeafClockBehind";
    private static final String ALL_STANDBY = "LeafAllStandby";

    private static final String STANDBY = "leaf_lease_standby";

    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);

    /** A series, a comparison, a number or a share of another series, and two that stand in the way. */
    private static final Pattern COMPARISON = Pattern.compile("(leaf_\\w+) (<|>|==) ([0-9.]+)(?: \\* (leaf_\\w+))?"
            + "(?: unless on \\(job, instance\\) \\((leaf_\\w+) == 1 or (leaf_\\w+) > 1\\))?");

    @Test
    void theAlarmOfALeaseThatEndsFiresWhileHalfTheReservationIsLeft() throws IOException {
        SnowflakeScene scene =
                new SnowflakeScene("zk_recycle", processes -> processes.pooled(LeaseScene.A, new InMemoryLocalMark()));
        Map<String, List<Integer>> firing = firingAfterLoss(scene, 660);

        assertThat(firing.get(ENDS_SOON))
                .as("seconds since the registry went away")
                .first()
                .asInstanceOf(INTEGER)
                .isBetween(300, 360);
        assertThat(firing.get(ENDS_SOON)).as("to the end and beyond").contains(600, 660);
        assertThat(firing.get(OVER)).first().asInstanceOf(INTEGER).isBetween(600, 660);
    }

    @Test
    void noAlarmOfALeaseFiresWhereIdsGoOnWithoutTheRegistry() throws IOException {
        SnowflakeScene scene = new SnowflakeScene(
                "zk_normal", processes -> processes.fixed(LeaseScene.A, LeaseScene.FIXED, new InMemoryLocalMark()));

        assertThat(firingAfterLoss(scene, 1_200)).isEmpty();
    }

    @Test
    void noAlarmOfALeaseFiresWhileTheRegistryAnswers() throws IOException {
        SnowflakeScene scene =
                new SnowflakeScene("zk_recycle", processes -> processes.pooled(LeaseScene.A, new InMemoryLocalMark()));
        try (OperatedApplication application = new OperatedApplication(scene::addTo)) {
            assertThat(firing(scene, application, 900)).isEmpty();
        }
    }

    @Test
    void noAlarmOfALeaseFiresForAStandbyWhosePrimaryRuns() throws IOException {
        LeaseScene processes = new LeaseScene(ONE);
        processes.pooled(LeaseScene.A, null).start();
        SnowflakeScene scene = SnowflakeScene.standby(processes);
        try (OperatedApplication application = new OperatedApplication(scene::addTo)) {
            assertThat(firing(scene, application, 900)).isEmpty();
        }
    }

    @Test
    void alarmsOfALeaseFireForAStandbyThatHasTakenOver() throws IOException {
        LeaseScene processes = new LeaseScene(ONE);
        LeasedNode primary = processes.pooled(LeaseScene.A, null).start();
        SnowflakeScene scene = SnowflakeScene.standby(processes);
        primary.crash();
        processes.seconds(660);

        assertThat(firingAfterLoss(scene, 660)).containsOnlyKeys(ENDS_SOON, OVER);
    }

    @Test
    void theAlarmOfStandbysWithoutAPrimaryFiresOnceNoneIsLeft() throws IOException {
        LeaseScene processes = new LeaseScene(ONE);
        LeasedNode primary = processes.pooled(LeaseScene.A, null).start();
        SnowflakeScene scene = SnowflakeScene.standby(processes);
        SnowflakeScene issuing = new SnowflakeScene();
        String rule = rule(ALL_STANDBY).group(1).strip();
        assertThat(rule).isEqualTo("min by (job) (" + STANDBY + ") == 1");
        try (OperatedApplication standby = new OperatedApplication(scene::addTo);
                OperatedApplication other = new OperatedApplication(issuing::addTo)) {
            assertThat(Alarm.value(standby.text("/actuator/prometheus", 200), STANDBY))
                    .isEqualTo(1);
            assertThat(Alarm.value(other.text("/actuator/prometheus", 200), STANDBY))
                    .isZero();
            primary.crash();
            processes.seconds(660);
            assertThat(Alarm.value(standby.text("/actuator/prometheus", 200), STANDBY))
                    .isZero();
        }
    }

    @Test
    void ofAClockThatStandsBehindItsOwnAlarmFiresAndNoneOfTheLease() throws IOException {
        SnowflakeScene scene = new SnowflakeScene();
        try (OperatedApplication application = new OperatedApplication(scene::addTo)) {
            scene.generator().nextId();
            scene.stepClock(Duration.ofHours(-1));

            assertThat(firing(scene, application, 60)).containsOnlyKeys(BEHIND);
        }
    }

    private static Map<String, List<Integer>> firingAfterLoss(SnowflakeScene scene, int seconds) throws IOException {
        try (OperatedApplication application = new OperatedApplication(scene::addTo)) {
            scene.node.holder().connected(false);
            return firing(scene, application, seconds);
        }
    }

    /** The seconds from now at which each alarm fires, scraped as by a server with the usual interval. */
    private static Map<String, List<Integer>> firing(SnowflakeScene scene, OperatedApplication application, int seconds)
            throws IOException {
        Map<String, List<Integer>> firing = new TreeMap<>();
        Map<String, Integer> heldSince = new HashMap<>();
        for (int now = 0; now <= seconds; now += SCRAPE_SECONDS) {
            String scrape = application.text("/actuator/prometheus", 200);
            for (String name : List.of(ENDS_SOON, OVER, BEHIND)) {
                Alarm alarm = alarm(name);
                if (!alarm.holdsFor(scrape)) {
                    heldSince.remove(name);
                } else if (now - since(heldSince, name, now) >= alarm.forSeconds()) {
                    firing.computeIfAbsent(name, missing -> new ArrayList<>()).add(now);
                }
            }
            scene.scene.seconds(SCRAPE_SECONDS);
        }
        return firing;
    }

    private static int since(Map<String, Integer> heldSince, String name, int now) {
        heldSince.putIfAbsent(name, now);
        return heldSince.getOrDefault(name, now);
    }

    private static Alarm alarm(String name) throws IOException {
        Matcher rule = rule(name);
        return new Alarm(rule.group(1).strip(), Integer.parseInt(rule.group(2)));
    }

    private static Matcher rule(String name) throws IOException {
        String rules = Files.readString(Path.of("../docs/run/prometheus-rules.yml"));
        Matcher rule = Pattern.compile("alert: " + name + "\\s+expr: (.+)\\s+for: (\\d+)s")
                .matcher(rules);
        assertThat(rule.find()).as(name).isTrue();
        return rule;
    }

    private record Alarm(String expression, int forSeconds) {

        boolean holdsFor(String scrape) {
            Matcher comparison = COMPARISON.matcher(expression);
            assertThat(comparison.matches()).as(expression).isTrue();
            if (comparison.group(5) != null
                    && (value(scrape, comparison.group(5)) == 1 || value(scrape, comparison.group(6)) > 1)) {
                return false;
            }
            double left = value(scrape, comparison.group(1));
            double right = Double.parseDouble(comparison.group(3));
            if (comparison.group(4) != null) {
                right *= value(scrape, comparison.group(4));
            }
            return switch (comparison.group(2)) {
                case "<" -> left < right;
                case ">" -> left > right;
                default -> left == right;
            };
        }

        private static double value(String scrape, String series) {
            Matcher sample = Pattern.compile("(?m)^" + series + " (\\S+)$").matcher(scrape);
            assertThat(sample.find()).as(series).isTrue();
            String value = sample.group(1);
            return value.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(value);
        }
    }
}
