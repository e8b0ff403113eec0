package io.leafid.actuate;

import io.leafid.concurrent.Availability;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.text.SecretRedactor;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A database that has a name, as the endpoint shows it. Immutable.
 *
 * @param state whether it answers
 * @param slot which residue class of ids it grants; {@code null} if it grants all ids of its tags
 * @param since since when it is so; {@code null} before the first call
 * @param reason why it does not answer; {@code null} unless it is down or refused
 * @param allocations ranges that it has granted to this process; a text, as all counts that can be large
 */
record DatabaseDescriptor(
        Availability.State state,
        @Nullable Integer slot,
        @Nullable Instant since,
        @Nullable String reason,
        String allocations) {

    static DatabaseDescriptor of(DatabaseStatus database) {
        Availability.Status status = database.status();
        String reason = status.reason();
        return new DatabaseDescriptor(
                status.state(),
                database.slot(),
                status.since(),
                (reason == null) ? null : SecretRedactor.redactForClients(reason),
                Long.toString(database.allocations()));
    }
}
