package io.leafid.autoconfigure.publicid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.OperatedApplication;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;

/** That no endpoint shows a key, where an operator has told all of them to show everything, and no log line does. */
@ExtendWith(OutputCaptureExtension.class)
class HiddenKeysTest {

    private static final String FIRST = "57e61a8925dc6c56fff914277968f47b";
    private static final String SECOND = "W+oPsAyKq0T4SkDvDxU9y5eFlRNmyi4cVMYl4QSb8tM=";

    private static OperatedApplication application;

    @BeforeAll
    static void start() {
        String exclude = "spring.autoconfigure.exclude=" + HibernateJpaAutoConfiguration.class.getName();
        application = new OperatedApplication(
                context -> TestPropertyValues.of(exclude).applyTo(context), // all views, which other tests do without
                "management.endpoint.env.show-values=always",
                "management.endpoint.configprops.show-values=always",
                "management.endpoint.health.show-details=always",
                "leaf.segment.enabled=true",
                "MY_VAULT_ENTRY=" + FIRST,
                "leaf.public-ids.keys.k1=${MY_VAULT_ENTRY}",
                "leaf.publicIds.keys[k2]=" + SECOND,
                "leaf.publicIds.current=k1");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/env",
                "/actuator/env/leaf.public-ids.keys.k1",
                "/actuator/env/MY_VAULT_ENTRY",
                "/actuator/configprops",
                "/actuator/configprops/leaf",
                "/actuator/beans",
                "/actuator/conditions",
                "/actuator/leaf",
                "/actuator/health",
                "/actuator/info"
            })
    void endpointShowsNoKey(String path) {
        assertThat(application.text(path, 200)).doesNotContain(FIRST, SECOND, "3q2+7wAAAAAREREREREREQ");
    }

    @Test
    void otherValuesAreShownAsTheOperatorWants() {
        assertThat(application.text("/actuator/env/leaf.segment.enabled", 200)).contains("\"value\":\"true\"");
        assertThat(application.text("/actuator/configprops/leaf", 200))
                .contains("\"current\":\"k1\"", "\"k1\":\"******\"");
    }

    /** A key is read without the space around it, which a block in YAML leaves there. */
    @Test
    void sourceOfAKeyWithSpaceAroundItIsHidden() {
        SanitizableData data = new SanitizableData(null, "MY_VAULT_ENTRY", FIRST);

        assertThat(new PublicIdKeySanitizer(List.of(" " + FIRST + "\n"))
                        .apply(data)
                        .getValue())
                .isEqualTo(SanitizableData.SANITIZED_VALUE);
    }

    @Test
    void noLineOfTheLogHasAKey(CapturedOutput output) {
        assertThat(output.getAll()).contains("Tomcat").doesNotContain(FIRST, SECOND);
    }
}
