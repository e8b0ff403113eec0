package io.leafid.remote;

import io.leafid.PrintableText;
import io.leafid.text.JdbcUrls;
import io.leafid.text.Reasons;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.StreamUtils;
import org.springframework.web.client.RestClient;

/** The exchange by Spring's {@code RestClient}, with all that the application has added to it. Thread-safe. */
record RestClientExchange(RestClient client) implements ServiceExchange {

    @Override
    public ServiceReply send(ServiceInstance instance, ServiceRequest request) {
        try {
            return spec(instance, request).exchangeForRequiredValue((sent, response) -> {
                requireNoRedirect(response);
                return new ServiceReply(
                        response.getStatusCode().value(),
                        StreamUtils.copyToString(response.getBody(), StandardCharsets.UTF_8));
            });
        } catch (InstanceException ex) {
            throw ex;
        } catch (RuntimeException ex) { // not connected, cut off, not in time, or an interceptor has no credentials
            String root = NestedExceptionUtils.getMostSpecificCause(ex).toString();
            ServiceTrouble trouble = isOfTls(ex) ? ServiceTrouble.CERTIFICATE : ServiceTrouble.AWAY;
            throw new InstanceException(
                    Reasons.of(ex), trouble, PrintableText.of(root).equals(root) ? ex : null); // for a trace
        }
    }

    private static boolean isOfTls(Throwable failure) {
        return Reasons.causes(failure).stream().anyMatch(SSLException.class::isInstance);
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

    /** The connections follow none, so that credentials stay with the instance that they are for. */
    private static void requireNoRedirect(ClientHttpResponse response) throws IOException {
        String location = response.getHeaders().getFirst(HttpHeaders.LOCATION);
        if (response.getStatusCode().is3xxRedirection() && location != null) {
            String text = "HTTP status %s: it redirects to '%s', and redirects are not followed"
                    .formatted(response.getStatusCode().value(), JdbcUrls.withoutSecrets(location));
            throw new InstanceException(text, ServiceTrouble.REDIRECT, null);
        }
    }
}
