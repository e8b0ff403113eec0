package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.autoconfigure.properties.LeafStartException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that are refused, by what is said of them; none of it needs a context. */
class SettingRulesTest {

    private static final String[] BOTH = {
        "leaf.segment.enabled=yes", "leaf.snowflake.enabled=on", "leaf.snowflake.mode=local"
    };

    private static void bind(String setting) {
        List<String> lines = new ArrayList<>(List.of(BOTH));
        lines.addAll(List.of(setting.split(" & ")));
        BoundSettings.of(lines.toArray(String[]::new));
    }

    @Test
    void allDefaultsAreInRange() {
        assertThatCode(() -> bind("leaf.enabled=1")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaf.name=a/b | leaf.name must be usable as one part of a path
            leaf.name=${MISSING} | leaf.name must be usable as one part of a path
            leaf.jdbc.url=mysql://localhost/leaf | leaf.jdbc.url must begin with jdbc:
            leaf.segment.max-step=0 | leaf.segment: max-step must be at least 1, but is 0
            leaf.segment.load-timeout=300000d | leaf.segment: load-timeout must be longer than 0 and at most 100 years
            leaf.segment.prefetch-at=1 | leaf.segment: prefetch-at must be from 0 to below 1, but is 1.0
            leaf.segment.auto-create.step=0 | leaf.segment.auto-create: step must be at least 1, but is 0
            leaf.segment.max-step=500 & leaf.segment.auto-create.enabled=true | leaf.segment.max-step is below leaf.segment.auto-create.step (1000)
            leaf.segment.on-failover=skip & leaf.segment.failover-margin=0 | leaf.segment.failover-margin would skip nothing
            leaf.snowflake.layout.sequence-bits=13 | leaf.snowflake: snowflake bits must add up to at most 63
            leaf.snowflake.epoch=3000-01-01T00:00:00Z | leaf.snowflake.epoch is in the future
            leaf.snowflake.layout.timestamp-bits=37 & leaf.snowflake.layout.sequence-bits=16 | leaf.snowflake.epoch is too far back
            leaf.snowflake.local.worker-id=1024 | leaf.snowflake.local.worker-id must be from 0 to 1023, or ordinal
            leaf.snowflake.local.work-id-map[a:1]=2000 | leaf.snowflake.local.work-id-map has worker id 2000 for 'a:1'
            leaf.snowflake.report-interval=10s | leaf.snowflake: report-interval must be at most half of reservation
            leaf.snowflake.mode=zk_normal & leaf.snowflake.zk.root=snowflake | leaf.snowflake.zk: root must begin with a slash
            leaf.snowflake.mode=zk_normal & leaf.snowflake.zk.address=http://zk | leaf.snowflake.zk: address must be servers without a scheme
            leaf.tags.order.max-step=0 | leaf.tags.order: max-step must be at least 1
            leaf.tags.shop_order.order=global & leaf.tags.shop_order.mode=snowflake | leaf.tags.shop_order.order cannot be had from snowflake ids
            leaf.tags.order.order=global & leaf.segment.wait-timeout=0s | leaf.segment.wait-timeout would refuse every call for tag 'order'
            leaf.tags.order.mode=snowflake & leaf.snowflake.enabled=false | leaf.tags.order.mode names an engine that is not enabled
            leaf.web.base-path=ids/ | leaf.web: base-path must begin with a slash
            """)
    void settingIsRefusedWithItsKey(String setting, String problem) {
        assertThatExceptionOfType(LeafStartException.class)
                .isThrownBy(() -> bind(setting))
                .satisfies(refused -> assertThat(refused.description()).startsWith(problem));
    }
}
