package io.leafid.remote;

import io.leafid.text.SecretRedactor;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;

/** The exchange by Spring's {@code RestClient}, with all that the application has added to it. Thread-safe. */
final class RestClientExchange implements ServiceExchange {

    private final RestClient client;

    RestClientExchange(RestClient client) {
        this.client = client;
    }

    @Override
    public ServiceReply send(ServiceInstance instance, ServiceRequest request) {
        try {
            return spec(instance, request)
                    .exchangeForRequiredValue((sent, response) -> read(response, request.maxReply()));
        } catch (InstanceException ex) {
            throw ex;
        } catch (RuntimeException ex) { // not connected, cut off, not in time, or an interceptor has no credentials
            Throwable root = NestedExceptionUtils.getMostSpecificCause(ex);
            throw new InstanceException(root.getClass().getSimpleName() + ": " + root.getMessage(), ex);
        }
    }

    private RestClient.RequestBodySpec spec(ServiceInstance instance, ServiceRequest request) {
        RestClient.RequestBodySpec spec = client.method(HttpMethod.valueOf(request.method()))
                .uri(URI.create(instance.url() + request.target()))
                .accept(MediaType.APPLICATION_JSON, MediaType.APPLICATION_PROBLEM_JSON);
        String body = request.body();
        return (body == null)
                ? spec
                : spec.contentType(MediaType.APPLICATION_JSON).body(body.getBytes(StandardCharsets.UTF_8));
    }

    private static ServiceReply read(ClientHttpResponse response, int maxBytes) throws IOException {
        requireNoRedirect(response);
        byte[] body = response.getBody().readNBytes(maxBytes + 1);
        if (body.length > maxBytes) {
            throw new IOException("the reply has more than %d bytes".formatted(maxBytes));
        }
        return new ServiceReply(response.getStatusCode().value(), new String(body, StandardCharsets.UTF_8));
    }

    /** The connections follow none, so that credentials stay with the instance that they are for. */
    private static void requireNoRedirect(ClientHttpResponse response) throws IOException {
        String location = response.getHeaders().getFirst(HttpHeaders.LOCATION);
        if (response.getStatusCode().is3xxRedirection() && location != null) {
            throw new InstanceException("HTTP status %d: it redirects to '%s', and redirects are not followed"
                    .formatted(response.getStatusCode().value(), SecretRedactor.redactUrl(location)));
        }
    }
}
