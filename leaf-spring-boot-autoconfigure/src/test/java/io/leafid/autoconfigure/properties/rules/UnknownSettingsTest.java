package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.autoconfigure.properties.LeafStartException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownSettingsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaf.segment.enabeld | Write leaf.segment.enabled instead of leaf.segment.enabeld, or remove it.
            leaf.segment.max-stepp | Write leaf.segment.max-step instead
            leaf.tags.shop_order.max-stp | Write leaf.tags.shop_order.max-step instead of leaf.tags.shop_order.max-stp
            leaf.tags[shop.order].max-stp | Write leaf.tags[shop.order].max-step instead
            leaf.tags.order.step | Remove leaf.tags.order.step. Beside it there are mode, max-step, preload
            leaf.tags.shop.order.preload | A tag with other characters than letters, digits, - and _ stands in brackets: leaf.tags[shop.order]
            leaf.tags.shop:order.preload | A tag with other characters than letters, digits, - and _ stands in brackets: leaf.tags[shop.order]
            leaf.nothing | Remove leaf.nothing.
            """)
    void nearestNameIsNamed(String unknown, String action) {
        assertThatExceptionOfType(LeafStartException.class)
                .isThrownBy(() -> BoundSettings.of(unknown + "=s3cret"))
                .satisfies(refused -> {
                    assertThat(refused.description())
                            .startsWith("There is no setting '%s'".formatted(unknown))
                            .doesNotContain("s3cret");
                    assertThat(refused.action()).contains(action);
                });
    }
}
