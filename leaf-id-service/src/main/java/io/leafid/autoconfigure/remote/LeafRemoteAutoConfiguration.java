package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.remote.CachedInstances;
import io.leafid.remote.InstanceCalls;
import io.leafid.remote.InstanceSource;
import io.leafid.remote.RemoteSegmentStore;
import io.leafid.remote.ServiceInstance;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.client.RestClient;

/**
 * Auto-configuration of clients of an id service: their segments come over HTTP, and no database is needed. Before the segment
 * engine, which else looks for a database.
 */
@AutoConfiguration(
        beforeName = "io.leafid.autoconfigure.LeafSegmentAutoConfiguration",
        afterName = {
            "io.leafid.autoconfigure.LeafAutoConfiguration",
            "org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration",
            "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration"
        })
@ConditionalOnLeaf(list = LeafEnvironment.SERVICES)
@EnableConfigurationProperties(RemoteProperties.class)
public final class LeafRemoteAutoConfiguration {

    @Bean
    RemoteRules leafRemoteRules(LeafProperties properties) {
        return RemoteRules.check(properties);
    }

    /** The store. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnLeaf(IdEngine.SEGMENT)
    @ConditionalOnMissingBean(SegmentStore.class)
    @ConditionalOnClass({RestClient.class, ClientHttpRequestFactoryBuilder.class, RestClientBuilderConfigurer.class})
    static class StoreConfiguration {

        @Bean
        RemoteStoreFailures leafRemoteStoreFailures(RemoteProperties remote) {
            return new RemoteStoreFailures("id service " + remote.serviceName(), remote.logicalName() != null);
        }

        /** By Boot's own builder, not by one of the application, which may be {@code @LoadBalanced}. */
        @Bean
        SegmentStore leafSegmentStore(
                RemoteRules rules,
                LeafProperties properties,
                RemoteProperties remote,
                InstanceSource leafServiceInstances,
                ObjectProvider<HttpClientSettings> settings,
                ObjectProvider<SslBundles> bundles,
                @LeafRestClient ObjectProvider<RestClient.Builder> ownBuilder,
                ObjectProvider<RestClientBuilderConfigurer> configurer) {
            ServiceConnections connections = new ServiceConnections(remote, settings, bundles);
            RestClient.Builder builder = ownBuilder.getIfAvailable(() ->
                    configurer.getIfAvailable(RestClientBuilderConfigurer::new).configure(RestClient.builder()));
            return RemoteSegmentStore.of(
                    remote.serviceName(),
                    InstanceCalls.of(
                            leafServiceInstances,
                            remote.zone(),
                            remote.backOff(),
                            properties.segment().loadTimeout()),
                    connections.client(builder),
                    connections.promptClient(builder, properties.segment().waitTimeout()));
        }

        @Bean
        InstanceSource leafServiceInstances(
                RemoteProperties remote, ObjectProvider<CloudDiscovery> discovery, SharedThreads threads) {
            String name = remote.logicalName();
            if (name == null) {
                return InstanceSource.of(
                        remote.services().stream().map(ServiceInstance::parse).toList());
            }
            CloudDiscovery registry = discovery.getIfAvailable(() -> {
                throw RemoteStoreFailures.missingDiscovery(name);
            });
            return new CachedInstances(
                    () -> registry.find(name),
                    remote.refreshInterval(),
                    threads.pool("services", 1),
                    TimeSource.system());
        }
    }

    /** The configuration that says that nothing can call the service. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnLeaf(IdEngine.SEGMENT)
    @ConditionalOnMissingBean(SegmentStore.class)
    @ConditionalOnMissingClass("org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer")
    static class MissingLibraryConfiguration {

        @Bean
        SegmentStore leafSegmentStore() {
            throw RemoteStoreFailures.missingLibrary();
        }
    }

    /** The look-up of a service by its name, made only where it is needed. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DiscoveryClient.class)
    static class DiscoveryConfiguration {

        @Bean
        @Lazy
        CloudDiscovery leafServiceDiscovery(RemoteProperties remote, ObjectProvider<DiscoveryClient> clients) {
            DiscoveryClient client = clients.getIfAvailable(() -> {
                throw RemoteStoreFailures.missingDiscovery(String.join(",", remote.services()));
            });
            return new CloudDiscovery(client, remote.zoneKey(), remote.basePath());
        }
    }
}
