package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.workerid.WorkerIdComponent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class ComponentKeysTest {

    @Test
    void everyComponentHasAKeyOfItsOwn() {
        assertThat(ComponentKeys.of(List.of(WorkerIdComponent.values())))
                .doesNotHaveDuplicates()
                .allSatisfy(key -> assertThat(key).startsWith("leaf."));
    }

    @Test
    void everyKeyIsOneThatIsBound() {
        ComponentKeys.of(List.of(WorkerIdComponent.values())).stream()
                .filter(key -> !List.of("leaf.snowflake.layout", "leaf.snowflake.local.work-id-map")
                        .contains(key))
                .forEach(key -> {
                    StandardEnvironment environment = new StandardEnvironment();
                    String value = key.endsWith(".table") ? "workers" : ""; // a table needs a name
                    environment.getPropertySources().addFirst(new MapPropertySource("written", Map.of(key, value)));

                    assertThatCode(() -> BoundSettings.of(environment)).as(key).doesNotThrowAnyException();
                });
    }
}
