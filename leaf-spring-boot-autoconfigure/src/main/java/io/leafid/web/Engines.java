package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The engines that controllers ask, looked up when a request needs one. Immutable.
 *
 * @param byTag tag to the engine that serves it
 * @param segment the segment engine, {@code null} if it is switched off
 * @param snowflake the snowflake engine, {@code null} if it is switched off
 * @param texts the texts, {@code null} if there are none
 */
public record Engines(
        Function<String, ? extends IdGenerator> byTag,
        Supplier<@Nullable SegmentIdGenerator> segment,
        Supplier<@Nullable SnowflakeIdGenerator> snowflake,
        Supplier<? extends @Nullable TextIds> texts) {

    SegmentIdGenerator requiredSegment() {
        return required("segment", segment.get());
    }

    SnowflakeIdGenerator requiredSnowflake() {
        return required("snowflake", snowflake.get());
    }

    /**
     * An engine that is there.
     *
     * @throws org.springframework.web.ErrorResponseException if it is not, which a client is told as 404
     */
    public static <E> E required(String name, @Nullable E engine) {
        if (engine == null) {
            throw Problems.exception(HttpStatus.NOT_FOUND, "the engine '" + name + "' is switched off");
        }
        return engine;
    }
}
