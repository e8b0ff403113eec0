package io.leafid.autoconfigure.data;

import io.leafid.autoconfigure.properties.LeafSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids in JSON. The condition of {@link LeafJsonAutoConfiguration} reads it.
 *
 * @param idsAsStrings Whether properties with @LeafId are written as strings, which a browser does not round.
 */
@LeafSettings
@ConfigurationProperties("leaf.json")
public record LeafJsonProperties(@DefaultValue("false") boolean idsAsStrings) {}
