package io.leafid.snowflake;

import io.leafid.SnowflakeId;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.cluster.Lapses;
import io.leafid.lease.LeaseWindow;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A stop and a start at one point of a call: its id must lie below the end that is given back, or be the new worker id's. Stateless. */
public final class RestartTrial implements LongFunction<@Nullable String> {

    /** From here on it is a batch, and not a single id. */
    public static final int BATCHES = 1_000;

    @Override
    public @Nullable String apply(long point) {
        Scene scene = new Scene();
        scene.next();
        scene.millis(10);
        long[] issued = {-1};
        boolean wasReached = Lapses.atPoint(
                (int) (point % BATCHES), () -> stopAndStart(scene), () -> issued[0] = call(scene, point));
        if (!wasReached || issued[0] < 0) {
            return wasReached ? null : "";
        }
        SnowflakeId id = scene.generator.decode(issued[0]);
        boolean isReleased =
                id.timestamp().toEpochMilli() >= scene.leases.stoppedWith().get(0);
        return (isReleased && id.workerId() != 2) ? id + " above " + scene.leases.stoppedWith() : null;
    }

    private static long call(Scene scene, long point) {
        try {
            return (point < BATCHES)
                    ? scene.generator.nextId()
                    : scene.generator.nextIds(3)[2];
        } catch (WorkerIdUnavailableException ex) {
            return -1;
        }
    }

    private static void stopAndStart(Scene scene) {
        scene.generator.stop();
        long end = scene.leases.stoppedWith().get(0);
        scene.leases.onRestart(() -> scene.leases.set(new LeaseWindow(2, end, Long.MAX_VALUE)));
        scene.generator.start();
    }
}
