package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.Tags;
import io.leafid.TextIds;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The limit of requests that may be in a call for ids at once, so that a dead store cannot hold all threads of the server.
 * Thread-safe.
 *
 * <p>A call takes microseconds while ids are reserved, so the limit is met only where calls wait. A call beyond it is served
 * all the same if ids are reserved for it: a tag that has run dry must not stop the others.
 */
public final class WaitLimit {

    private final WaitingPlaces places;
    private final boolean createsTags;

    /**
     * Makes a limit.
     *
     * @param places one for each request that may wait, of all routes
     * @param createsTags whether a call for an unknown tag may create it
     */
    public WaitLimit(WaitingPlaces places, boolean createsTags) {
        this.places = places;
        this.createsTags = createsTags;
    }

    long nextId(IdGenerator engine, String tag) {
        boolean hasPlace = enter(engine, tag, 1);
        try {
            SegmentIdGenerator segment = creatingNothing(engine, tag, 1);
            return (segment == null) ? engine.nextId(tag) : segment.nextIdsOfExisting(tag, 1)[0];
        } finally {
            leave(hasPlace, tag);
        }
    }

    long[] nextIds(IdGenerator engine, String tag, int count) {
        boolean hasPlace = enter(engine, tag, count);
        try {
            SegmentIdGenerator segment = creatingNothing(engine, tag, count);
            return (segment == null) ? engine.nextIds(tag, count) : segment.nextIdsOfExisting(tag, count);
        } finally {
            leave(hasPlace, tag);
        }
    }

    /** The texts of a tag that has a pattern; no caller creates a tag by asking, but that of a period that is due. */
    List<String> nextTexts(IdGenerator engine, @Nullable TextIds made, String tag, int count) {
        Tags.requireLegal(tag);
        if (made == null || !made.knows(tag)) {
            throw Problems.exception(HttpStatus.NOT_FOUND, "the tag '" + tag + "' has no texts (leaf.tags.<tag>.text)");
        }
        String period = made.periodOf(tag);
        boolean hasPlace = enter(engine, period, count);
        try {
            SegmentIdGenerator segment = period.equals(tag) ? creatingNothing(engine, tag, count) : null;
            if (segment != null) {
                segment.requireExisting(tag);
            }
            return made.nextTexts(tag, count);
        } finally {
            leave(hasPlace, period);
        }
    }

    /**
     * The engine, if a call could create the tag and must not. One whose ids are reserved creates nothing, and takes the methods
     * that a test may have given other answers. Should others take those ids at this moment, and the row be deleted too, it
     * behaves as a call of the application does.
     */
    private @Nullable SegmentIdGenerator creatingNothing(IdGenerator engine, String tag, int count) {
        if (createsTags || !(engine instanceof SegmentIdGenerator segment) || !segment.createsTags()) {
            return null;
        }
        return isReserved(engine, tag, count) ? null : segment;
    }

    /** Takes a place; returns whether there was one. */
    private boolean enter(IdGenerator engine, String tag, int count) {
        if (places.tryEnter(tag)) {
            return true;
        }
        Tags.requireLegal(tag);
        if (!isReserved(engine, tag, count)) {
            throw Problems.unavailable("too many requests wait for ids already", Problems.SHORTLY);
        }
        return false;
    }

    private void leave(boolean hasPlace, String tag) {
        if (hasPlace) {
            places.leave(tag);
        }
    }

    /** Returns whether a call need not wait. Another may take the ids meanwhile, then a few calls wait that have no place. */
    private static boolean isReserved(IdGenerator engine, String tag, int count) {
        if (engine instanceof SegmentIdGenerator segment) {
            return segment.status(tag)
                    .filter(status -> status.reserve().unused() >= count)
                    .isPresent();
        }
        // It waits for its registry once per lease, not once per call; a batch as large as this takes a millisecond.
        return engine instanceof SnowflakeIdGenerator snowflake
                && count <= snowflake.layout().maxSequence() + 1;
    }
}
