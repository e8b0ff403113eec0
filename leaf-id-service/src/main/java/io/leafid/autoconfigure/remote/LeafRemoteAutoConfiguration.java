package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.RemoteProperties;
import io.leafid.remote.CachedInstances;
import io.leafid.remote.InstanceFile;
import io.leafid.remote.InstanceSource;
import io.leafid.remote.RemoteSegmentStore;
import io.leafid.remote.ServiceInstance;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ReactorResourceFactory;
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
@ConditionalOnLeaf(value = IdEngine.SEGMENT, list = LeafEnvironment.SERVICES)
@ConditionalOnMissingBean(SegmentStore.class)
public final class LeafRemoteAutoConfiguration {

    static final String INSTANCES_FILE = "service-instances.txt";

    private static final String PLAIN = "leafPlainRestClientBuilder";

    @Bean
    RemoteStoreFailures leafRemoteStoreFailures(LeafProperties properties) {
        RemoteProperties remote = properties.remote();
        return new RemoteStoreFailures("id service " + nameOf(remote), remote.logicalName() != null);
    }

    /** The name of the service: the text that is written, without the zones, which may change. */
    private static String nameOf(RemoteProperties remote) {
        return String.join(
                ", ",
                remote.services().stream()
                        .map(url -> url.replaceAll("#.*", ""))
                        .sorted()
                        .toList());
    }

    /** The store. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RestClient.class, ClientHttpRequestFactoryBuilder.class})
    static class StoreConfiguration {

        /** The connections, which end after the store that uses them. */
        @Bean
        ServiceConnections leafServiceConnections(
                LeafProperties properties,
                ObjectProvider<ClientHttpRequestFactoryBuilder<?>> factories,
                ObjectProvider<HttpClientSettings> settings,
                ObjectProvider<SslBundles> bundles) {
            return new ServiceConnections(properties.remote(), factories, settings, bundles, new ArrayList<>());
        }

        @Bean
        SegmentStore leafSegmentStore(
                LeafProperties properties,
                InstanceSource leafServiceInstances,
                ServiceConnections connections,
                @LeafRestClient ObjectProvider<RestClient.Builder> ownBuilder,
                @Qualifier(PLAIN) ObjectProvider<RestClient.Builder> plainBuilder,
                ObjectProvider<RestClient.Builder> builder,
                ConfigurableListableBeanFactory beans) {
            RestClient.Builder chosen = ownBuilder.getIfAvailable(() -> BalancedBuilders.include(beans)
                    ? plainBuilder.getIfAvailable(RestClient::builder)
                    : builder.getIfAvailable(() -> {
                        throw RemoteStoreFailures.missingLibrary();
                    }));
            RemoteProperties remote = properties.remote();
            return RemoteSegmentStore.of(
                    remote.settings(nameOf(remote), properties.segment().loadTimeout()),
                    leafServiceInstances,
                    connections.client(chosen),
                    connections.promptClient(chosen, properties.segment().waitTimeout()),
                    TimeSource.system());
        }

        @Bean
        InstanceSource leafServiceInstances(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<CloudDiscovery> discovery,
                SharedThreads threads) {
            RemoteProperties remote = properties.remote();
            String name = remote.logicalName();
            if (name == null) {
                return InstanceSource.of(
                        remote.services().stream().map(ServiceInstance::parse).toList());
            }
            CloudDiscovery registry = discovery.getIfAvailable(() -> {
                throw RemoteStoreFailures.missingDiscovery(name);
            });
            Path directory = new LeafEnvironment(environment).segmentDirectory(properties);
            return new CachedInstances(
                    () -> registry.find(name),
                    (directory == null) ? null : new InstanceFile(directory.resolve(INSTANCES_FILE), name),
                    remote.refreshInterval(),
                    threads.pool("services", 1),
                    TimeSource.system());
        }
    }

    /** The builder as Boot makes it, for an application that has replaced it by one that is {@code @LoadBalanced}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientBuilderConfigurer.class)
    static class PlainBuilder {

        @Bean(name = PLAIN, defaultCandidate = false)
        @Lazy
        RestClient.Builder leafPlainBuilder(ObjectProvider<RestClientBuilderConfigurer> configurer) {
            return configurer.getIfAvailable(RestClientBuilderConfigurer::new).configure(RestClient.builder());
        }
    }

    /** The order of the stop, where connections may be Reactor's: the segment engine ends in phase 0 too, right before them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(value = ReactorResourceFactory.class, name = "reactor.netty.http.HttpResources")
    static class ReactorEnd {

        /** The connections would end in phase 0 else, before the generator: a reply would be lost, or awaited until its time-out. */
        @Bean
        static BeanFactoryPostProcessor leafEndsBeforeReactor() {
            return beans -> {
                for (String connections : beans.getBeanNamesForType(ReactorResourceFactory.class, true, false)) {
                    beans.registerDependentBean(connections, "leafSegmentLifecycle");
                }
            };
        }
    }

    /** The configuration that says that nothing can call the service. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder")
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
        CloudDiscovery leafServiceDiscovery(LeafProperties properties, ObjectProvider<DiscoveryClient> clients) {
            RemoteProperties remote = properties.remote();
            DiscoveryClient client = clients.getIfAvailable(() -> {
                throw RemoteStoreFailures.missingDiscovery(String.join(",", remote.services()));
            });
            return new CloudDiscovery(client, remote.zoneKey(), remote.basePath());
        }
    }
}
