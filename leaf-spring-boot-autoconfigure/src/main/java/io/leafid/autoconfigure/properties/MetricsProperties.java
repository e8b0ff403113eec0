package io.leafid.autoconfigure.properties;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Metrics of the engines. Immutable.
 *
 * @param maxTags Tags that get metrics of their own; those of further tags are summed up as tag 'other'.
 */
public record MetricsProperties(@DefaultValue("100") int maxTags) {}
