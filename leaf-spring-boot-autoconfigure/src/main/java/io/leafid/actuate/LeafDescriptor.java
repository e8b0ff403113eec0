package io.leafid.actuate;

import io.leafid.TextStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Both engines as the endpoint shows them. Immutable.
 *
 * @param name name that all instances of the service share; {@code null} if it is not known
 * @param defaultMode engine of the tags that name none
 * @param segment the segment engine; {@code null} if it is not enabled
 * @param snowflake the snowflake engine; {@code null} if it is not enabled
 * @param texts the texts of the tags that have some, by tag; {@code null} if none has
 */
public record LeafDescriptor(
        @Nullable String name,
        String defaultMode,
        @Nullable SegmentDescriptor segment,
        @Nullable SnowflakeDescriptor snowflake,
        @Nullable Map<String, TextStatus> texts)
        implements OperationResponseBody {}
