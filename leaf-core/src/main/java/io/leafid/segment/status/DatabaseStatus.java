package io.leafid.segment.status;

import io.leafid.concurrent.Availability;
import org.jspecify.annotations.Nullable;

/**
 * A database that has a name, and whether it answers. Immutable.
 *
 * @param name what the settings call it
 * @param slot which residue class of ids it grants; {@code null} if it grants all ids of its tags
 * @param status whether it answers
 * @param allocations ranges that it has granted to this process
 */
public record DatabaseStatus(String name, @Nullable Integer slot, Availability.Status status, long allocations) {}
