package io.leafid.autoconfigure.lifecycle;

import io.leafid.LeafEvent;
import io.leafid.lease.LeaseStatus;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeStatus;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

/**
 * Readiness of an application whose snowflake engine is a standby: it refuses traffic until it has a worker id. Boot calls every application
 * ready that has started, so that what it says is corrected. Thread-safe.
 *
 * <pre>
 * Invariant: traffic is accepted again only where it was refused from here, so that the application's own refusal stands.
 * Locks: `this` is held from the look at the engine to the change that follows. The engine leaves standby before its event is published, so
 *   that the event's handler either comes after a refusal, or the engine is seen to be out of standby.
 * </pre>
 *
 * @param context where the application's readiness is told
 * @param generator the engine
 * @param availability what was told last
 */
public record StandbyReadiness(
        ApplicationContext context,
        ObjectProvider<SnowflakeIdGenerator> generator,
        ObjectProvider<ApplicationAvailability> availability) {

    @EventListener
    synchronized void on(AvailabilityChangeEvent<ReadinessState> event) {
        boolean isOwn = event.getSource() == this;
        if (!isOwn && event.getState() == ReadinessState.ACCEPTING_TRAFFIC && isStandby()) {
            AvailabilityChangeEvent.publish(context, this, ReadinessState.REFUSING_TRAFFIC);
        }
    }

    /** A primary that was overtaken is a standby while the application runs. */
    @EventListener
    synchronized void on(LeafEvent.StandbyBegan event) {
        AvailabilityChangeEvent<ReadinessState> last = lastChange();
        if (last != null && last.getState() == ReadinessState.ACCEPTING_TRAFFIC && isStandby()) {
            AvailabilityChangeEvent.publish(context, this, ReadinessState.REFUSING_TRAFFIC);
        }
    }

    private @Nullable AvailabilityChangeEvent<ReadinessState> lastChange() {
        ApplicationAvailability known = availability.getIfAvailable();
        return (known == null) ? null : known.getLastChangeEvent(ReadinessState.class);
    }

    @EventListener
    synchronized void on(LeafEvent.StandbyEnded event) {
        AvailabilityChangeEvent<ReadinessState> last = lastChange();
        if (last != null && last.getState() == ReadinessState.REFUSING_TRAFFIC && last.getSource() == this) {
            AvailabilityChangeEvent.publish(context, this, ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    private boolean isStandby() {
        SnowflakeIdGenerator engine = generator.getIfAvailable();
        @Nullable SnowflakeStatus status = (engine == null) ? null : engine.status(); // a mock has none
        return status != null && status.lease().state() == LeaseStatus.State.STANDBY;
    }
}
