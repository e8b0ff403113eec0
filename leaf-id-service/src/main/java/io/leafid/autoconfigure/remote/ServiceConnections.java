package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.LeafStartException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.web.client.RestClient;

/**
 * The connections to an id service: those of the JDK, which repeat nothing by themselves and need no end, with the application's settings,
 * but with time-outs and SSL of their own. They follow no redirect, which would take credentials to another host. Immutable.
 *
 * @param remote the settings
 * @param settings what the application has set for all its connections
 * @param bundles the application's SSL bundles
 */
record ServiceConnections(
        RemoteProperties remote, ObjectProvider<HttpClientSettings> settings, ObjectProvider<SslBundles> bundles) {

    /** Of what a caller waits, an instance gets so much as long as another one can be asked. */
    private static final int SHARES = 3;

    private static final Duration SHORTEST = Duration.ofMillis(100);

    /** A client with all that the application has added to the builder, but for its connections. */
    RestClient client(RestClient.Builder builder) {
        return client(builder, remote.connectTimeout(), remote.readTimeout());
    }

    /** The same for requests that another instance can answer too, while a caller waits no longer than this. */
    RestClient promptClient(RestClient.Builder builder, Duration wait) {
        Duration share = Collections.max(List.of(SHORTEST, wait.dividedBy(SHARES)));
        return client(
                builder,
                Collections.min(List.of(remote.connectTimeout(), share)),
                Collections.min(List.of(remote.readTimeout(), share)));
    }

    private RestClient client(RestClient.Builder builder, Duration connectTimeout, Duration readTimeout) {
        HttpClientSettings all = settings.getIfAvailable(HttpClientSettings::defaults)
                .withConnectTimeout(connectTimeout)
                .withReadTimeout(readTimeout)
                .withRedirects(HttpRedirects.DONT_FOLLOW);
        String bundle = remote.sslBundle();
        HttpClientSettings own = (bundle == null) ? all : all.withSslBundle(bundle(bundle));
        return builder.clone()
                .requestFactory(ClientHttpRequestFactoryBuilder.jdk().build(own))
                .build();
    }

    private SslBundle bundle(String name) {
        try {
            return bundles.getObject().getBundle(name);
        } catch (NoSuchSslBundleException ex) {
            throw new LeafStartException(
                    "Leaf cannot call an id service: there is no SSL bundle '%s'.".formatted(name),
                    "Define spring.ssl.bundle.pem.%1$s or spring.ssl.bundle.jks.%1$s, or correct leaf.remote.ssl-bundle."
                            .formatted(name),
                    ex,
                    List.of("leaf.remote.ssl-bundle"));
        }
    }
}
