package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.properties.LeafSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The names that are settings, by the components of the records that modules list. */
class KnownSettingsTest {

    private final List<String> names = new ArrayList<>();

    KnownSettingsTest() {
        KnownSettings.addAll(Other.class, names);
    }

    /** Settings of a module that shares the prefix of tags. */
    @LeafSettings
    @ConfigurationProperties("leaf")
    record Other(Map<String, Tag> tags, Group group) {

        record Tag(String text, @Name("time-zone") String zone) {}

        record Group(int maxAge, List<String> hosts, Map<String, String> keys) {}
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leaf.tags.shop_order.text",
                "leaf.tags[shop.order].time-zone",
                "leaf.group.max-age",
                "leaf.group.maxage",
                "leaf.group.hosts[1]",
                "leaf.group.keys.k2026",
                "leaf.group.keys.a.b"
            })
    void componentsOfAListedRecordAreKnown(String name) {
        assertThat(new KnownSettings(names).has(ConfigurationPropertyName.adapt(name, '.')))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"leaf.tags.order.texts", "leaf.group.maximum-age", "leaf.grup.max-age", "leaf.group.max-age.x"})
    void everythingElseIsUnknown(String name) {
        assertThat(new KnownSettings(names).has(ConfigurationPropertyName.of(name)))
                .isFalse();
    }

    @Test
    void recordsAreFoundByTheFilesOfTheirModules() {
        assertThat(KnownSettings.of(null).has(ConfigurationPropertyName.of("leaf.segment.max-step")))
                .isTrue();
    }
}
