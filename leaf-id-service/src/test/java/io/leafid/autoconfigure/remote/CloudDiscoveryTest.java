package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.remote.ServiceInstance;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/** Who registers an instance has no more say than who configures one. */
@ExtendWith(OutputCaptureExtension.class)
class CloudDiscoveryTest {

    /** A registry with instances of these URLs, whose metadata name a zone. */
    private record Registry(List<String> urls) implements DiscoveryClient {

        @Override
        public String description() {
            return "a registry";
        }

        @Override
        public List<org.springframework.cloud.client.ServiceInstance> getInstances(String service) {
            return urls.stream().map(Registry::instance).toList();
        }

        private static org.springframework.cloud.client.ServiceInstance instance(String url) {
            return new DefaultServiceInstance("1", "ids", "host", 80, false, Map.of("zone", "ea\nst")) {
                @Override
                public URI getUri() {
                    return URI.create(url);
                }
            };
        }

        @Override
        public List<String> getServices() {
            return List.of("ids");
        }
    }

    private static CloudDiscovery discovery(String... urls) {
        return new CloudDiscovery(new Registry(Stream.of(urls).toList()), "zone", "/base");
    }

    @Test
    void instancesAreFoundWithTheirZone() {
        assertThat(discovery("http://10.0.1.7:8080", "https://ids.internal").find("ids"))
                .containsExactly(
                        new ServiceInstance("http://10.0.1.7:8080/base", "east"),
                        new ServiceInstance("https://ids.internal/base", "east"));
    }

    @Test
    void instanceThatCouldNotBeConfiguredIsPassedOver(CapturedOutput output) {
        CloudDiscovery discovery = discovery(
                "http://user:s3cret@evil:80",
                "ftp://evil",
                "http://evil/?x=",
                "http://evil/#",
                "mailto:evil",
                "http://10.0.1.7:8080");

        assertThat(discovery.find("ids")).containsExactly(new ServiceInstance("http://10.0.1.7:8080/base", "east"));
        discovery.find("ids");

        assertThat(output.toString().lines().filter(line -> line.contains("are passed over")))
                .singleElement()
                .asString()
                .contains("ftp://evil/base must begin with http:// or https://")
                .contains("must not hold a user or a password", "must not have a query", "must not have a fragment")
                .doesNotContain("s3cret");
    }
}
