package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.RemoteProperties;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The connections to an id service: those that the application is configured with, but with time-outs and SSL of their own. They follow
 * no redirect, which would take credentials to another host. Thread-safe once the clients are made.
 *
 * @param remote the settings
 * @param factories makes connections, of the library that the application uses
 * @param settings what the application has set for all its connections
 * @param bundles the application's SSL bundles
 * @param own the connections that Leaf has made, which end with this; those that the application makes itself are left open
 */
record ServiceConnections(
        RemoteProperties remote,
        ObjectProvider<ClientHttpRequestFactoryBuilder<?>> factories,
        ObjectProvider<HttpClientSettings> settings,
        ObjectProvider<SslBundles> bundles,
        List<DisposableBean> own)
        implements DisposableBean {

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
        ClientHttpRequestFactory made = factory((bundle == null) ? all : all.withSslBundle(bundle(bundle)));
        return builder.clone().requestFactory(made).build();
    }

    /** The connections of a client; Boot's builders make new ones at each call, one of the application may return what it has. */
    private ClientHttpRequestFactory factory(HttpClientSettings all) {
        ClientHttpRequestFactoryBuilder<?> builder = factories.getIfAvailable(ClientHttpRequestFactoryBuilder::detect);
        ClientHttpRequestFactory made = withoutRepetition(builder).build(all);
        boolean isOwn = builder instanceof HttpComponentsClientHttpRequestFactoryBuilder
                || builder instanceof JettyClientHttpRequestFactoryBuilder;
        if (isOwn && made instanceof DisposableBean ends) {
            own.add(ends);
        }
        return made;
    }

    @Override
    public void destroy() throws Exception {
        for (DisposableBean each : own) {
            each.destroy();
        }
    }

    /** Apache's client asks an instance that refuses once more, after as long as it is told to wait; another instance is asked instead. */
    private static ClientHttpRequestFactoryBuilder<?> withoutRepetition(ClientHttpRequestFactoryBuilder<?> factory) {
        return (factory instanceof HttpComponentsClientHttpRequestFactoryBuilder apache)
                ? apache.withHttpClientCustomizer(HttpClientBuilder::disableAutomaticRetries)
                : factory;
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
