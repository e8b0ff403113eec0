package io.leafid.workerid.zookeeper.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.zookeeper.client.CuratorClients.ClientConfig;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Properties;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the client of ZooKeeper takes over from the JVM's properties. */
@Isolated("changes the JVM's properties")
class CuratorClientsTest {

    private final Properties before = new Properties();

    @BeforeEach
    void withoutPropertiesOfZooKeeper() {
        before.putAll(System.getProperties());
        before.stringPropertyNames().stream().filter(ClientConfig::mayBeRead).forEach(System::clearProperty);
    }

    @AfterEach
    void asBefore() {
        System.setProperties(before);
    }

    @Test
    void everyNameThatZooKeeperLooksForIsKnown() throws ReflectiveOperationException {
        assertThat(namesIn(new ZKClientConfig())).isNotEmpty().allMatch(ClientConfig::mayBeRead);
    }

    @Test
    void whatTheJvmSaysCounts() {
        System.setProperty("zookeeper.ssl.keyStore.location", "keys.jks");

        assertThat(new ClientConfig().getProperty("zookeeper.ssl.keyStore.location"))
                .isEqualTo("keys.jks");
    }

    @Test
    void whereTheJvmSaysNothingTlsIsNotSetUp() throws ReflectiveOperationException {
        assertThat(namesIn(new ZKClientConfig())).contains("zookeeper.ssl.keyStore.location");
        assertThat(namesIn(new ClientConfig())).doesNotContain("zookeeper.ssl.keyStore.location");
    }

    private static Iterable<String> namesIn(ZKConfig config) throws ReflectiveOperationException {
        Field properties = ZKConfig.class.getDeclaredField("properties");
        properties.setAccessible(true);
        @SuppressWarnings("unchecked") // its keys are names
        Map<String, String> names = (Map<String, String>) properties.get(config);
        return names.keySet();
    }
}
