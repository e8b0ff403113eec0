import io.leafid.autoconfigure.remote.LeafRestClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

@Configuration(proxyBeanMethods = false)
class IdServiceAccess {

    @Bean(defaultCandidate = false)
    @LeafRestClient
    RestClient.Builder idService() {
        return RestClient.builder().defaultHeaders(headers -> headers.setBasicAuth("orders", "let-me-in"));
    }
}
